#pragma once

#include <set>
#include <string>
#include <string_view>

namespace tavlab {

/// An id without the overrides of a variant: "tavlei-9" of "tavlei-9{king.armed=none}".
std::string base_id(std::string_view id);

/// The id for a file of the rule set: with overrides it is another game, "helmfrid-11-variant".
std::string file_id(std::string_view id);

/// A list of rule sets by id (RuleSet::id), with variants of one grouped: "helmfrid-9 (24
/// variants), tavlei-9{king.armed=none}".
std::string rule_set_names(const std::set<std::string>& ids);

}  // namespace tavlab
