#pragma once

namespace tavlab {

/// The standard normal distribution function, P(Z <= x).
double normal_cdf(double x);

/// Its logarithm, also where normal_cdf is too small for a double.
double log_normal_cdf(double x);

/// The p-quantile of the standard normal distribution: minus infinity at 0, infinity at 1. Throws
/// std::invalid_argument unless 0 <= p <= 1.
double normal_quantile(double p);

}  // namespace tavlab
