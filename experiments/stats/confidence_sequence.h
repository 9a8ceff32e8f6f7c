#pragma once

#include <cstdint>

#include "experiments/stats/interval.h"

namespace tavlab {

// Boundaries that a random sum crosses at any time with a probability of at most alpha (Howard,
// Ramdas, McAuliffe, Sekhon 2021, Annals of Statistics 49, 1055-1080), and confidence sequences
// from them. `s` is the sum of the deviations so far from what is expected, `v` the intrinsic time,
// an accumulated variance: n/4 for n scores in [0, 1], by Hoeffding. All throw
// std::invalid_argument unless s is finite, v >= 0, rho > 0 and 0 < alpha < 1.

/// The parameter rho with which normal_mixture_bound is smallest about the intrinsic time v > 0:
/// v / (2 ln(1/alpha) + ln(1 + 2 ln(1/alpha))). For the one-sided bound use 2 alpha.
double normal_mixture_rho(double v, double alpha);

/// The logarithm of the average of e^(x s - x^2 v / 2) over x normal with mean 0 and variance
/// 1/rho: ln(rho / (v + rho)) / 2 + s^2 / (2 (v + rho)).
double normal_log_mixture(double s, double v, double rho);

/// |s| stays below sqrt((v + rho) (ln(1 + v / rho) + 2 ln(1/alpha))), where that average is
/// 1/alpha.
double normal_mixture_bound(double v, double alpha, double rho);

/// The same average over x > 0 only, of twice the density.
double one_sided_normal_log_mixture(double s, double v, double rho);

/// s stays below this, where the one-sided average is 1/alpha.
double one_sided_normal_mixture_bound(double v, double alpha, double rho);

/// The stitched bound for sums whose upward steps have heavier tails than normal ones, with scale c
/// (sub-gamma; c < 0 is allowed), equation 10 of the paper: s stays below
///
///   sqrt(k1^2 v l + k2^2 c^2 l^2) + k2 c l,   l = 1.4 ln ln(2 v / v_min) + ln(zeta(1.4) /
///   (alpha ln(2)^1.4)),   k1 = (2^(1/4) + 2^(-1/4)) / sqrt(2),   k2 = (sqrt(2) + 1) / 2
///
/// with v at least v_min > 0, the intrinsic time from which on it is meant to be tight.
double poly_stitching_bound(double v, double alpha, double v_min, double c);

/// A confidence sequence for the mean of scores in [0, 1] from their sum alone: mean +-
/// normal_mixture_bound(n/4) / n, shortest about `best_at` scores. It knows nothing of their
/// variance. Throws std::invalid_argument unless 0 <= sum <= count, best_at > 0 and 0 < alpha < 1.
Interval hoeffding_sequence(double sum, double count, double best_at, double alpha = 0.05);

/// A confidence sequence for the mean of values in [0, 1] that come one by one, by their empirical
/// variance (theorem 4 of the paper, with the stitched bound for c = 1 at alpha/2 on each side).
/// The intrinsic time is the sum of (x_i - m)^2 with m the mean before x_i.
class EmpiricalBernsteinSequence {
 public:
  /// Throws std::invalid_argument unless 0 < alpha < 1 and v_min > 0.
  explicit EmpiricalBernsteinSequence(double alpha = 0.05, double v_min = 10.0);

  /// Throws std::invalid_argument unless 0 <= value <= 1.
  void add(double value);

  [[nodiscard]] Interval interval() const;

 private:
  double alpha_;
  double v_min_;
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  double v_ = 0.0;
};

}  // namespace tavlab
