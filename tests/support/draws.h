#pragma once

#include <cstdint>
#include <cstdlib>

#include "core/random.h"

/// Small random choices for tests.
namespace tavlab {

inline bool chance(Random& random, double probability) { return random.uniform() < probability; }

inline int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

template <typename List>
const auto& any_of(Random& random, const List& list) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

/// The seed of long comparisons: TAVLAB_SEED=n tests other games and rule sets than the everyday
/// ones.
inline std::uint64_t draws_seed() {
  const char* text = std::getenv("TAVLAB_SEED");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace tavlab
