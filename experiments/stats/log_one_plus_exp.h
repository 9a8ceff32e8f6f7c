#pragma once

#include <algorithm>
#include <cmath>

namespace tavlab {

/// log(1 + e^x): minus the logarithm of the probability with log odds -x. Does not overflow.
inline double log_one_plus_exp(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace tavlab
