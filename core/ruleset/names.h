#pragma once

#include <set>
#include <string>

namespace tavlab {

/// A list of rule sets by id (RuleSet::id), with variants of one grouped: "helmfrid-9 (24
/// variants), tavlei-9{king.armed=none}".
std::string rule_set_names(const std::set<std::string>& ids);

}  // namespace tavlab
