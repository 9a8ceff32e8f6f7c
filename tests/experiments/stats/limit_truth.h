#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "core/result_counts.h"
#include "experiments/stats/matrix_game.h"

namespace tavlab::test {

/// Made-up agents that play deterministically from each of some openings: the first side wins an
/// opening up to a limit that depends on opening and agents. So its true score over all openings
/// falls with the limit.
class LimitTruth {
 public:
  /// Cells in the order of LimitCurves::counts. Limits 1, 2, ...; the first side wins up to about
  /// `middle`, give or take `spread`.
  LimitTruth(std::size_t limits, std::size_t agents, std::size_t openings, double middle,
             double spread, Random& random)
      : limits_(limits), agents_(agents), openings_(openings) {
    for (std::size_t pair = 0; pair < agents * agents; ++pair) {
      const double shift = spread * (random.uniform() - 0.5);
      for (std::size_t k = 0; k < openings; ++k) {
        const double at = std::clamp(random.uniform(), 1e-6, 1.0 - 1e-6);
        won_up_to_.push_back(middle + shift + spread * std::log(at / (1.0 - at)));
      }
    }
  }

  [[nodiscard]] std::size_t cells() const { return limits_ * agents_ * agents_; }
  [[nodiscard]] bool wins(std::size_t cell, std::size_t opening) const {
    const auto limit = static_cast<double>(cell % limits_ + 1);
    return limit <= won_up_to_[(cell / limits_) * openings_ + opening];
  }
  /// Over all openings.
  [[nodiscard]] double score(std::size_t cell) const {
    std::size_t won = 0;
    for (std::size_t k = 0; k < openings_; ++k) won += wins(cell, k) ? 1 : 0;
    return static_cast<double>(won) / static_cast<double>(openings_);
  }
  [[nodiscard]] double mirror(std::size_t limit, std::size_t agent) const {
    return score((agent * agents_ + agent) * limits_ + limit);
  }
  [[nodiscard]] double value(std::size_t limit) const {
    PayoffMatrix matrix(agents_, agents_);
    for (std::size_t pair = 0; pair < matrix.values.size(); ++pair) {
      matrix.values[pair] = score(pair * limits_ + limit);
    }
    return solve_matrix_game(matrix).value;
  }

  /// Adds games to each cell, with the next openings in an order that is the same for all cells.
  void play(std::vector<ResultCounts>& games, std::span<const std::uint64_t> more,
            std::span<const std::size_t> order) const {
    for (std::size_t cell = 0; cell < games.size(); ++cell) {
      for (std::uint64_t n = 0; n < more[cell]; ++n) {
        ++(wins(cell, order[games[cell].games()]) ? games[cell].wins : games[cell].losses);
      }
    }
  }
  [[nodiscard]] std::vector<std::size_t> order(Random& random) const {
    std::vector<std::size_t> all(openings_);
    for (std::size_t k = 0; k < openings_; ++k) all[k] = k;
    for (std::size_t left = openings_; left > 1; --left) {
      std::swap(all[left - 1], all[random.below(static_cast<std::uint32_t>(left))]);
    }
    return all;
  }

 private:
  std::size_t limits_, agents_, openings_;
  std::vector<double> won_up_to_;
};

}  // namespace tavlab::test
