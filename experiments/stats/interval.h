#pragma once

#include <cstdint>
#include <limits>

#include "core/result_counts.h"

namespace tavlab {

struct Interval {
  double low = 0.0;
  double high = 1.0;

  [[nodiscard]] bool contains(double x) const { return low <= x && x <= high; }
};

/// Where every probability and share lies.
inline constexpr Interval kShare{0.0, 1.0};
/// Of a quantity without bounds.
inline constexpr Interval kWholeLine{-std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};

/// The 0.975 quantile of the standard normal distribution: two-sided 95 %.
inline constexpr double kNormal95 = 1.959963984540054;

/// Wilson's score interval for a probability, from `successes` in `trials` (Wilson 1927, Journal of
/// the American Statistical Association 22, 209-212):
///
///   (p + z^2/2n +- z sqrt(p (1-p)/n + z^2/4n^2)) / (1 + z^2/n),   p = successes / trials
///
/// `successes` may be fractional: a draw counts one half, so that p is the mean score of games with
/// three results. A score in {0, 1/2, 1} with mean p has the variance p (1-p) - P(draw)/4, never
/// more than the p (1-p) which the formula assumes; so with draws the interval is conservative (too
/// wide, by up to a factor 1/sqrt(1 - d/(4 p (1-p))) at a draw rate d), and without draws it is
/// Wilson's.
///
/// For a sample whose size was fixed in advance. Domain: 0 <= successes <= trials; without trials
/// the interval is [0, 1]. Throws std::invalid_argument outside.
Interval wilson_interval(double successes, double trials, double z = kNormal95);

/// The hybrid score interval for the difference p1 - p2 of two independent probabilities (Newcombe
/// 1998, Statistics in Medicine 17, 873-890, method 10). With (l, u) Wilson's interval of each:
///
///   d - sqrt((p1 - l1)^2 + (u2 - p2)^2)  to  d + sqrt((u1 - p1)^2 + (p2 - l2)^2),   d = p1 - p2
///
/// Draws may count one half, as in wilson_interval, and make it conservative. For samples whose
/// sizes were fixed in advance. If one of them is empty it is [-1, 1]. Throws std::invalid_argument
/// unless 0 <= successes <= trials for both and z >= 0.
Interval newcombe_interval(double successes1, double trials1, double successes2, double trials2,
                           double z = kNormal95);

/// The mean score with its interval, over finished games.
struct ScoreEstimate {
  std::uint64_t games = 0;  ///< finished games
  double mean = 0.0;        ///< (wins + draws / 2) / games; NaN without games
  Interval interval;        ///< Wilson, 95 %
};

ScoreEstimate estimate_score(const ResultCounts& games);

}  // namespace tavlab
