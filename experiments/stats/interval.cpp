#include "experiments/stats/interval.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace tavlab {
namespace {

void check_binomial(const char* name, std::uint64_t successes, std::uint64_t trials,
                    double confidence) {
  if (successes <= trials && confidence > 0.0 && confidence < 1.0) return;
  throw std::invalid_argument(std::string(name) +
                              ": needs successes <= trials and 0 < confidence < 1");
}

}  // namespace

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

Interval jeffreys_interval(std::uint64_t successes, std::uint64_t trials, double confidence) {
  check_binomial("jeffreys_interval", successes, trials, confidence);
  if (trials == 0) return {0.0, 1.0};
  const double a = static_cast<double>(successes) + 0.5;
  const double b = static_cast<double>(trials - successes) + 0.5;
  const double tail = (1.0 - confidence) / 2.0;
  return {boost::math::ibeta_inv(a, b, tail), boost::math::ibetac_inv(a, b, tail)};
}

Interval clopper_pearson_interval(std::uint64_t successes, std::uint64_t trials,
                                  double confidence) {
  check_binomial("clopper_pearson_interval", successes, trials, confidence);
  const auto x = static_cast<double>(successes);
  const auto y = static_cast<double>(trials - successes);
  const double tail = (1.0 - confidence) / 2.0;
  Interval interval;
  if (x > 0.0) interval.low = boost::math::ibeta_inv(x, y + 1.0, tail);
  if (y > 0.0) interval.high = boost::math::ibetac_inv(x + 1.0, y, tail);
  return interval;
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

ScoreEstimate estimate_score(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  ScoreEstimate estimate;
  estimate.games = wins + draws + losses;
  const double points = static_cast<double>(wins) + static_cast<double>(draws) / 2.0;
  const auto games = static_cast<double>(estimate.games);
  estimate.mean = estimate.games == 0 ? std::numeric_limits<double>::quiet_NaN() : points / games;
  estimate.interval = wilson_interval(points, games);
  return estimate;
}

}  // namespace tavlab
