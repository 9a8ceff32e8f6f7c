#pragma once

#include <array>

namespace tavlab {

/// Finished games by result, seen from one player or side. Unfinished games belong to none of them.
/// Counts may be fractional, where something virtual has been added.
struct GameCounts {
  double wins = 0.0;
  double draws = 0.0;
  double losses = 0.0;

  /// Upwards by score: 0, 1/2, 1.
  [[nodiscard]] std::array<double, 3> by_score() const { return {losses, draws, wins}; }
};

/// Pairs of games with the sides exchanged, by the points of one player in both games together: 0,
/// 1/2, 1, 3/2, 2 (the pentanomial distribution). The games of a pair share their opening, so that
/// their results depend on each other; pairs do not.
struct PairCounts {
  std::array<double, 5> by_points{};
};

}  // namespace tavlab
