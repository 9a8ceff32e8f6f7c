#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::tavreli_agreement {

/// The built-in rule sets, and the federation's game and chess with each parameter changed on its
/// own to each of its values, a few where there are many. Changes that have no effect or contradict
/// others are left out.
const std::vector<RuleSet>& chosen_rule_sets();

/// A rule set with parameters drawn at random. May contradict itself, in which case core refuses it
/// with a UserError.
RuleSet drawn_rule_set(std::uint64_t seed);

}  // namespace tavlab::tavreli_agreement
