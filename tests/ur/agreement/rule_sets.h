#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset.h"

namespace tavlab::ur_agreement {

/// The built-in rule sets with one, two and seven pieces, and others that take every parameter to
/// each of its values.
const std::vector<RuleSet>& chosen_rule_sets();

/// A rule set with parameters drawn at random, often far from any game ever played. May contradict
/// itself, in which case core refuses it with a UserError.
RuleSet drawn_rule_set(std::uint64_t seed);

/// The parameters in which a drawn rule set differs from the one it was made from, one a line.
std::string differences(const RuleSet& rule_set);

}  // namespace tavlab::ur_agreement
