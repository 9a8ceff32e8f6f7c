#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/random.h"

/// Small random choices.
namespace tavlab::agreement {

inline bool chance(Random& random, double probability) { return random.uniform() < probability; }

inline int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

template <typename T>
const T& any_of(Random& random, const std::vector<T>& list) {
  return list[random.below(static_cast<std::uint32_t>(list.size()))];
}

inline std::string cell_name(int file, int rank) {
  return static_cast<char>('a' + file) + std::to_string(rank + 1);
}

}  // namespace tavlab::agreement
