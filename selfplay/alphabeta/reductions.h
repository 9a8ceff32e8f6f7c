#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tavlab {

/// The late move reduction of a quiet move in plies, from the remaining depth and the number of
/// moves searched before it. Both enter by their logarithms, as in most chess programs.
inline int late_reduction(int depth, int searched) {
  static const auto logarithms = [] {
    std::array<double, 256> table{};
    for (std::size_t i = 1; i < table.size(); ++i) table[i] = std::log(static_cast<double>(i));
    return table;
  }();
  const auto log_of = [](int n) {
    return logarithms[static_cast<std::size_t>(std::clamp(n, 1, 255))];
  };
  return static_cast<int>(0.6 + log_of(depth) * log_of(searched) / 2.2);
}

}  // namespace tavlab
