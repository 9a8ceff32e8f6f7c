#pragma once

#include <cstdint>
#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab::agreement {

/// The name of a cell by file and rank, counted from 0.
inline std::string cell_name(int file, int rank) {
  return static_cast<char>('a' + file) + std::to_string(rank + 1);
}

/// A rule set with parameters drawn at random, often far from any game ever played. May contradict
/// itself, in which case core refuses it with a UserError.
RuleSet random_rule_set(std::uint64_t seed);

}  // namespace tavlab::agreement
