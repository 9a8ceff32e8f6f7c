#include "experiments/stats/root.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace tavlab {

double find_root(const std::function<double(double)>& f, double low, double high) {
  if (!(low <= high)) throw std::invalid_argument("find_root: needs low <= high");
  const double at_low = f(low);
  if (at_low == 0.0) return low;
  const double at_high = f(high);
  if (at_high == 0.0) return high;
  if (!std::isfinite(at_low) || !std::isfinite(at_high) || (at_low < 0.0) == (at_high < 0.0)) {
    throw std::invalid_argument("find_root: needs finite values of opposite sign at the ends");
  }
  const boost::math::tools::eps_tolerance<double> close(std::numeric_limits<double>::digits - 2);
  std::uintmax_t evaluations = 500;
  const auto [below, above] =
      boost::math::tools::toms748_solve(f, low, high, at_low, at_high, close, evaluations);
  return below + (above - below) / 2.0;
}

Interval where_negative(const std::function<double(double)>& f, double inside) {
  constexpr double kLeast = 1e-15;
  constexpr double kGreatest = 1.0 - kLeast;
  const double between = std::clamp(inside, kLeast, kGreatest);
  Interval interval;
  if (f(kLeast) > 0.0) interval.low = find_root(f, kLeast, between);
  if (f(kGreatest) > 0.0) interval.high = find_root(f, between, kGreatest);
  return interval;
}

}  // namespace tavlab
