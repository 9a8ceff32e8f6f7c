#pragma once

#include <cmath>

namespace tavlab {

/// The probability with these log-odds; 0 and 1 for infinite ones.
inline double logistic(double logit) { return 1.0 / (1.0 + std::exp(-logit)); }

/// The log-odds of a probability from 0 to 1; infinite at 0 and 1.
inline double logit(double probability) { return std::log(probability / (1.0 - probability)); }

}  // namespace tavlab
