#include "experiments/stats/mean_interval.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <stdexcept>

namespace tavlab {
namespace {

Interval around(double centre, double error, double degrees, double confidence) {
  if (error == 0.0) return {centre, centre};
  const boost::math::students_t_distribution<double> t(degrees);
  const double half = error * boost::math::quantile(complement(t, (1.0 - confidence) / 2.0));
  return {centre - half, centre + half};
}

}  // namespace

Interval mean_interval(const RunningMean& sample, double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("mean_interval: needs 0 < confidence < 1");
  }
  if (sample.count() < 2) return kWholeLine;
  return around(sample.mean(), sample.standard_error(), static_cast<double>(sample.count() - 1),
                confidence);
}

Interval welch_interval(const RunningMean& first, const RunningMean& second, double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("welch_interval: needs 0 < confidence < 1");
  }
  if (first.count() < 2 || second.count() < 2) return kWholeLine;
  const double v1 = first.standard_error() * first.standard_error();
  const double v2 = second.standard_error() * second.standard_error();
  const double degrees = (v1 + v2) * (v1 + v2) /
                         (v1 * v1 / static_cast<double>(first.count() - 1) +
                          v2 * v2 / static_cast<double>(second.count() - 1));
  return around(first.mean() - second.mean(), std::sqrt(v1 + v2), degrees, confidence);
}

}  // namespace tavlab
