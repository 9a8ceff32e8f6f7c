#include "experiments/stats/normal.h"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace tavlab {

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2.0; }

double log_normal_cdf(double x) {
  if (x > -20.0) return std::log(normal_cdf(x));
  // The asymptotic series of Mills' ratio; at -20 its next term is below 1e-8.
  const double x2 = x * x;
  return -x2 / 2.0 - std::log(-x * std::sqrt(2.0 * std::numbers::pi)) +
         std::log1p(-1.0 / x2 + 3.0 / (x2 * x2) - 15.0 / (x2 * x2 * x2));
}

double normal_quantile(double p) {
  if (!(p >= 0.0 && p <= 1.0)) throw std::invalid_argument("normal_quantile: needs 0 <= p <= 1");
  if (p == 0.0) return -std::numeric_limits<double>::infinity();
  if (p == 1.0) return std::numeric_limits<double>::infinity();
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p);
}

}  // namespace tavlab
