#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/stats/interval.h"

namespace tavlab {

// Tests and confidence sequences for the mean of scores in [0, 1] by betting against a supposed
// mean m (Waudby-Smith and Ramdas 2024, Journal of the Royal Statistical Society B 86, 1-27), which
// may be looked at after every score and stopped at any time. When the score x comes, a bet l
// multiplies a capital of 1 by 1 + l (x - m): in expectation by 1, if the mean is m. So capital
// reaches 1/alpha with a probability of at most alpha (Ville's inequality), and m is refuted where
// it does.
//
// The first functions know the scores by their counts: counts[i] observations had the score
// i / (counts.size() - 1), so that {losses, draws, wins} is a match and five counts are pairs of
// games. The capital is the average over fixed bets,
//
//   K+(m) = sum_k w_k prod (1 - u_k + u_k x / m),      l = u / m,          against means up to m
//   K-(m) = sum_k w_k prod (1 - u_k + u_k (1 - x) / (1 - m)),  l = -u / (1 - m),   from m on
//
// and K = (K+ + K-) / 2. It depends on nothing but the counts: not on their order, nor on when they
// were looked at before, and batches of any size may be added. The weights w follow a half-Cauchy
// density in u with scale 0.1, which is nearly best for 800 games and loses little elsewhere.
//
// Observations must have the same mean m, given those before; they may depend on each other
// otherwise. All throw std::invalid_argument for fewer than two counts, for counts that are
// negative or not finite, and unless 0 < m < 1 and 0 < alpha < 1.

/// ln K(m), an e-value against mean = m.
double betting_log_e_equal(std::span<const double> counts, double m);

/// ln K+(m), an e-value against mean <= m: for smaller means the expected factor is below 1.
double betting_log_e_at_most(std::span<const double> counts, double m);

/// ln K-(m), an e-value against mean >= m.
double betting_log_e_at_least(std::span<const double> counts, double m);

/// The confidence sequence {m : K(m) < 1/alpha} for the mean. An interval, because every factor is
/// log-convex in m, and so are their products and the sums of these.
Interval betting_sequence(std::span<const double> counts, double alpha = 0.05);

/// A confidence sequence for the difference of the means of two independent streams, first less
/// second: the ends of two sequences at alpha/2 each. The streams may have any lengths.
Interval difference_sequence(std::span<const double> first, std::span<const double> second,
                             double alpha = 0.05);

/// The same for observations that come in pairs, one x of the first stream and one y of the second:
/// counts by (x - y + 1) / 2, upwards (for games: differences -1, -1/2, 0, 1/2, 1). Shorter than
/// difference_sequence, and much shorter where x and y go together. In (-1, 1), as a difference.
Interval paired_difference_sequence(std::span<const double> counts, double alpha = 0.05);

/// The hedged capital of the same paper, for values anywhere in [0, 1] that come one by one: bets
/// adapt to mean and variance of the values before (predictable plug-in). Takes time in proportion
/// to the grid of means for every value.
///
/// The bet on the n-th value is sqrt(2 ln(2/alpha) / (v n ln(n + 1))), v the variance so far with
/// 1/4 for a start, at most 3/4 of what could lose everything; m is refuted for good where half the
/// capital of either side has reached 1/alpha. Between points of the grid the bound is that of the
/// outer one, which is safe because the capitals are monotonic in m.
class HedgedBettingSequence {
 public:
  /// Throws std::invalid_argument unless 0 < alpha < 1 and there are at least two steps.
  explicit HedgedBettingSequence(double alpha = 0.05, std::size_t grid_steps = 1000);

  /// Throws std::invalid_argument unless 0 <= value <= 1.
  void add(double value);

  /// Never wider than before. Where the mean has not stayed the same it can become empty (low >
  /// high).
  [[nodiscard]] Interval interval() const;

 private:
  [[nodiscard]] double mean_at(std::size_t point) const;

  double alpha_;
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  double squares_ = 0.0;
  std::size_t low_ = 0;        // the highest point refuted from below
  std::size_t high_ = 0;       // the lowest refuted from above
  std::vector<double> above_;  // capital of the bets on a mean above each point
  std::vector<double> below_;
};

}  // namespace tavlab
