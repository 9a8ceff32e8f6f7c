#include "experiments/stats/brownian.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "experiments/stats/normal.h"

namespace tavlab {
namespace {

/// The probability of ever stopping at the lower bound.
double stops_low(const StoppedBrownianMotion& motion, double g) {
  const double span = motion.upper - motion.lower;
  if (std::abs(g * span) < 1e-8) return motion.upper / span;
  return std::expm1(-2.0 * g * motion.upper) / std::expm1(-2.0 * g * span) *
         std::exp(2.0 * g * motion.lower);
}

double by_series(const StoppedBrownianMotion& motion, double g, double time, double place) {
  const double span = motion.upper - motion.lower;
  double sum = 0.0;
  for (int n = 1;; ++n) {
    const double k = n * std::numbers::pi / span;
    const double rate = k * k + g * g;
    const double size = std::exp(g * place - motion.variance * rate * time / 2.0) / rate;
    const double angle = k * (place - motion.lower);
    sum += size * std::sin(-k * motion.lower) * (g * std::sin(angle) - k * std::cos(angle));
    if (size * (std::abs(g) + k) < 1e-14 * span) break;
  }
  return stops_low(motion, g) + 2.0 / span * sum;
}

double by_reflection(const StoppedBrownianMotion& motion, double g, double time, double place) {
  const double spread = std::sqrt(motion.variance * time);
  const double mean = motion.drift * time;
  const auto reflected = [&](double bound, double z) {
    return std::exp(2.0 * g * bound + log_normal_cdf(z / spread));
  };
  return normal_cdf((place - mean) / spread) +
         reflected(motion.lower, mean + 2.0 * motion.lower - place) -
         reflected(motion.upper, place - mean - 2.0 * motion.upper);
}

}  // namespace

double StoppedBrownianMotion::worse_outcome(double time, double place) const {
  if (!(lower < 0.0 && upper > 0.0 && place >= lower && place <= upper && time > 0.0 &&
        variance > 0.0)) {
    throw std::invalid_argument(
        "worse_outcome: needs lower < 0 < upper, a place between them, time > 0 and variance > 0");
  }
  const double g = drift / variance;
  const double span = upper - lower;
  const bool slow = variance * time < 0.01 * span * span || std::abs(g * span) > 15.0;
  const double probability =
      slow ? by_reflection(*this, g, time, place) : by_series(*this, g, time, place);
  return std::clamp(probability, 0.0, 1.0);
}

}  // namespace tavlab
