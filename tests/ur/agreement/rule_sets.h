#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::ur_agreement {

/// The built-in rule sets with one, two and seven pieces, and others that take every parameter to
/// each of its values.
const std::vector<RuleSet>& chosen_rule_sets();

/// A rule set with parameters drawn at random, often far from any game ever played. May contradict
/// itself, in which case core refuses it with a UserError.
RuleSet drawn_rule_set(std::uint64_t seed);

}  // namespace tavlab::ur_agreement
