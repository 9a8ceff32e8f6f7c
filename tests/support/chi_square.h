#pragma once

#include <cmath>

namespace tavlab {

/// The value that a chi-square variable with this many degrees of freedom exceeds with probability
/// 10^-6 (Wilson and Hilferty 1931).
inline double chi_square_critical(double degrees) {
  constexpr double z = 4.753424;
  const double a = 2.0 / (9.0 * degrees);
  return degrees * std::pow(1.0 - a + z * std::sqrt(a), 3);
}

}  // namespace tavlab
