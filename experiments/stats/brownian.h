#pragma once

namespace tavlab {

/// A Brownian motion that starts at 0 and stops at the first of two bounds, lower < 0 < upper.
/// Drift and variance are per unit of time.
struct StoppedBrownianMotion {
  double lower = -1.0;
  double upper = 1.0;
  double drift = 0.0;
  double variance = 1.0;

  /// The probability of an outcome worse than being at `place` at `time`, in the order of Siegmund
  /// 1978 (Biometrika 65, 341-349): of stopping at the lower bound before, or of being below
  /// `place` then, or, with place = upper, of anything but stopping at the upper bound before.
  ///
  /// The probability below `place` changes by the probability flux through it. With A = upper -
  /// lower, g = drift / variance, k_n = n pi / A, the flux from `time` on integrates to the series
  ///
  ///   2/A e^(g place) sum_n e^(-variance (k_n^2 + g^2) time / 2) sin(-k_n lower)
  ///       (g sin(k_n (place - lower)) - k_n cos(k_n (place - lower))) / (k_n^2 + g^2)
  ///
  /// in addition to the probability of ever stopping at the lower bound. Where the series converges
  /// slowly or cancels, paths that touch both bounds are too rare to matter, and one reflection at
  /// each suffices (Siegmund 1985, Sequential Analysis).
  ///
  /// Throws std::invalid_argument unless lower < 0 < upper, lower <= place <= upper, time > 0 and
  /// variance > 0.
  [[nodiscard]] double worse_outcome(double time, double place) const;
};

}  // namespace tavlab
