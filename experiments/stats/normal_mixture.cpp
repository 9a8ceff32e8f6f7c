#include "experiments/stats/normal_mixture.h"

#include <cmath>
#include <stdexcept>

namespace tavlab {

double mixture_half_width(double variance, double target, double alpha) {
  if (!(variance >= 0.0) || !(target > 0.0) || !(alpha > 0.0 && alpha < 1.0)) {
    throw std::invalid_argument("normal mixture: a variance or an error is out of range");
  }
  if (variance == 0.0) return 0.0;
  const double twice = 2.0 * std::log(1.0 / alpha);
  const double r = 1.0 / (target * (twice + std::log1p(twice)));
  const double information = 1.0 / variance;
  return variance * std::sqrt((information + r) * (std::log((information + r) / r) + twice));
}

}  // namespace tavlab
