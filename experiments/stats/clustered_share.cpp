#include "experiments/stats/clustered_share.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <limits>
#include <stdexcept>

namespace tavlab {
namespace {

/// The 0.975 quantile of Student's distribution.
double student_95(double degrees) {
  return boost::math::quantile(
      complement(boost::math::students_t_distribution<double>(degrees), 0.025));
}

}  // namespace

ShareEstimate estimate_share(double successes, double trials) {
  return {trials == 0.0 ? std::numeric_limits<double>::quiet_NaN() : successes / trials,
          wilson_interval(successes, trials)};
}

ShareEstimate estimate_clustered_share(std::span<const ClusterCount> clusters) {
  double n = 0.0, x = 0.0, m = 0.0;
  for (const ClusterCount& each : clusters) {
    if (each.successes > each.trials) {
      throw std::invalid_argument("estimate_clustered_share: more successes than trials");
    }
    n += static_cast<double>(each.trials);
    x += static_cast<double>(each.successes);
    m += each.trials > 0 ? 1.0 : 0.0;
  }
  if (n == 0.0) return estimate_share(0.0, 0.0);
  const double p = x / n;
  double squares = 0.0;
  for (const ClusterCount& each : clusters) {
    const double off = static_cast<double>(each.successes) - p * static_cast<double>(each.trials);
    squares += off * off;
  }
  double effective = m;
  if (m > 1.0 && squares > 0.0) {
    const double variance = m / (m - 1.0) * squares / (n * n);
    const double ratio = student_95(n - 1.0) / student_95(m - 1.0);
    effective = std::min(n, p * (1.0 - p) / variance * ratio * ratio);
  }
  return {p, wilson_interval(p * effective, effective)};
}

}  // namespace tavlab
