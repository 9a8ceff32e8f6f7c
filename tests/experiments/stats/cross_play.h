#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/result_counts.h"
#include "experiments/stats/matrix_game.h"

namespace tavlab::test {

/// Agents with made-up scores: the first side's, by who plays which side.
class CrossPlay {
 public:
  explicit CrossPlay(const std::vector<std::vector<double>>& scores)
      : payoff_(scores.size(), scores.size()) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      for (std::size_t j = 0; j < scores.size(); ++j) payoff_.at(i, j) = scores[i][j];
    }
  }
  explicit CrossPlay(PayoffMatrix payoff) : payoff_(std::move(payoff)) {}

  [[nodiscard]] const PayoffMatrix& payoff() const { return payoff_; }
  [[nodiscard]] std::vector<ResultCounts> none() const {
    return std::vector<ResultCounts>(payoff_.values.size());
  }
  /// Adds games without draws.
  void play(std::vector<ResultCounts>& games, std::span<const std::uint64_t> numbers,
            Random& random) const {
    for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
      for (std::uint64_t n = 0; n < numbers[cell]; ++n) {
        ++(random.uniform() < payoff_.values[cell] ? games[cell].wins : games[cell].losses);
      }
    }
  }

 private:
  PayoffMatrix payoff_;
};

}  // namespace tavlab::test
