#pragma once

#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// A rule-set file to begin with: the rules of `from` under a new id, with every parameter of the
/// family, each after a comment that says what it means and which values it takes. Parameters
/// without effect are comments.
std::string rule_set_draft(const RuleSet& from, std::string_view id);

}  // namespace tavlab
