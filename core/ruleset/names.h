#pragma once

#include <set>
#include <string>

namespace tavlab {

/// Names rule sets by their ids (RuleSet::id), variants of one together: "helmfrid-9 (24 variants),
/// tavlei-9{king.armed=none}".
std::string rule_set_names(const std::set<std::string>& ids);

}  // namespace tavlab
