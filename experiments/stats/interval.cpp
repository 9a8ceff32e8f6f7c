#include "experiments/stats/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tavlab {

Interval wilson_interval(double successes, double trials, double z) {
  if (!(trials >= 0.0) || !(successes >= 0.0) || successes > trials || !(z >= 0.0)) {
    throw std::invalid_argument("wilson_interval: needs 0 <= successes <= trials and z >= 0");
  }
  if (trials == 0.0) return {0.0, 1.0};
  const double p = successes / trials;
  const double z2n = z * z / trials;
  const double centre = p + z2n / 2.0;
  const double half = z * std::sqrt((p * (1.0 - p) + z2n / 4.0) / trials);
  Interval interval{(centre - half) / (1.0 + z2n), (centre + half) / (1.0 + z2n)};
  // The bounds at no and at only successes are exactly 0 and 1; rounding must not hide that.
  if (successes == 0.0) interval.low = 0.0;
  if (successes == trials) interval.high = 1.0;
  return {std::clamp(interval.low, 0.0, 1.0), std::clamp(interval.high, 0.0, 1.0)};
}

Interval newcombe_interval(double successes1, double trials1, double successes2, double trials2,
                           double z) {
  const Interval one = wilson_interval(successes1, trials1, z);
  const Interval two = wilson_interval(successes2, trials2, z);
  if (trials1 == 0.0 || trials2 == 0.0) return {-1.0, 1.0};
  const double p1 = successes1 / trials1;
  const double p2 = successes2 / trials2;
  return {p1 - p2 - std::hypot(p1 - one.low, two.high - p2),
          p1 - p2 + std::hypot(one.high - p1, p2 - two.low)};
}

ScoreEstimate estimate_score(const ResultCounts& games) {
  ScoreEstimate estimate;
  estimate.games = games.finished();
  estimate.mean = estimate.games == 0 ? std::numeric_limits<double>::quiet_NaN() : games.score();
  estimate.interval = wilson_interval(games.points(), static_cast<double>(estimate.games));
  return estimate;
}

}  // namespace tavlab
