#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include "core/random.h"

namespace tavlab {

/// A standard normal variate (Box and Muller 1958). Unlike the standard library's distributions, it
/// is the same in all implementations.
inline double normal_variate(Random& random) {
  const double u = 1 - random.uniform();  // in (0, 1]
  const double angle = 2 * std::numbers::pi * random.uniform();
  return std::sqrt(-2 * std::log(u)) * std::cos(angle);
}

/// A gamma variate of shape `alpha` > 0 and scale 1 (Marsaglia and Tsang 2000).
inline double gamma_variate(double alpha, Random& random) {
  if (alpha < 1) {  // Gamma(a) = Gamma(a + 1) U^(1/a)
    const double u = 1 - random.uniform();
    return gamma_variate(alpha + 1, random) * std::pow(u, 1 / alpha);
  }
  const double d = alpha - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal_variate(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - random.uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

/// Mixes symmetric Dirichlet noise into priors that sum to 1; they still do afterwards.
inline void add_dirichlet_noise(std::span<float> priors, double alpha, double weight,
                                Random& random) {
  std::vector<double> noise(priors.size());  // once a search
  double total = 0;
  for (std::size_t i = 0; i < priors.size(); ++i) {
    noise[i] = gamma_variate(alpha, random);
    total += noise[i];
  }
  if (total <= 0) return;  // all underflowed: alpha is extremely small
  for (std::size_t i = 0; i < priors.size(); ++i) {
    const double mixed = (1 - weight) * double{priors[i]} + weight * noise[i] / total;
    priors[i] = static_cast<float>(mixed);
  }
}

}  // namespace tavlab
