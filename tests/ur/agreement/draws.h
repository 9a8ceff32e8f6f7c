#pragma once

#include <cstdint>
#include <vector>

#include "core/random.h"

/// Small random choices.
namespace tavlab::ur_agreement {

inline bool chance(Random& random, double probability) { return random.uniform() < probability; }

inline int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

template <typename List>
const auto& any_of(Random& random, const List& list) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace tavlab::ur_agreement
