#pragma once

#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

// The names that game records use, under some rules. Both throw UserError for rules that cannot be
// played.

/// Why games of the family end: "king captured", "repetition".
std::vector<std::string> ending_names(const RuleSet& rule_set);

/// The rolls of the dice; empty without dice.
std::vector<std::string> roll_names(const RuleSet& rule_set);

}  // namespace tavlab
