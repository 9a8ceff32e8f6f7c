#pragma once

#include <cstdint>
#include <span>

namespace tavlab {

/// Running mean and variance by Welford's update (Welford 1962, Technometrics 4, 419-420), which
/// does not lose digits if the mean is large compared to the spread.
class RunningMean {
 public:
  void add(double value);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// NaN before the first value.
  [[nodiscard]] double mean() const;
  /// The unbiased sample variance, divisor n - 1; NaN below two values.
  [[nodiscard]] double variance() const;
  /// The standard error of the mean, sqrt(variance / n); NaN below two values.
  [[nodiscard]] double standard_error() const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0.0;
  double squares_ = 0.0;
};

/// The p-quantile of an ascending sample: linear interpolation between the order statistics at
/// (n - 1) p, definition 7 of Hyndman and Fan 1996 (American Statistician 50, 361-365), the default
/// of R and NumPy. NaN for an empty sample. Throws std::invalid_argument unless 0 <= p
/// <= 1.
double quantile(std::span<const double> sorted, double p);

}  // namespace tavlab
