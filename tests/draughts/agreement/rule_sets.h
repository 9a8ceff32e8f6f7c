#pragma once

#include <cstdint>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::draughts_agreement {

/// The built-in rule sets, and some of them with each parameter changed in turn.
const std::vector<RuleSet>& chosen_rule_sets();

/// A built-in rule set with random changes to parameters; it may be contradictory.
RuleSet drawn_rule_set(std::uint64_t seed);

}  // namespace tavlab::draughts_agreement
