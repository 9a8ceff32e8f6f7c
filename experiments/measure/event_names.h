#pragma once

#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

// What records of games name things by, under some rules. Both throw UserError for rules that
// cannot be played.

/// Why games of the family end: "king captured", "repetition".
std::vector<std::string> ending_names(const RuleSet& rule_set);

/// The throws of the dice; empty where there are none.
std::vector<std::string> throw_names(const RuleSet& rule_set);

}  // namespace tavlab
