#pragma once

#include <cstdint>
#include <vector>

#include "core/random.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// A confidence sequence for the mean of values in a known range, or for the difference of two
/// means from paired values, by betting on counts (stats/betting.h). Arbitrary values are rounded
/// at random to one of the two neighbouring steps, with probabilities that preserve their
/// expectation: the sequence is still valid for their mean, and their standard deviation grows by
/// at most half a step. (The empirical-Bernstein sequence needs no rounding, but is several times
/// as wide over a few hundred games.)
class MeanSequence {
 public:
  /// `steps` as in Measure, 0 for arbitrary values. Throws std::invalid_argument unless the range
  /// is not empty and 0 < alpha < 1.
  MeanSequence(const Interval& range, int steps, bool of_difference, double alpha);

  /// Adds a value, clipped to the range. Not for differences.
  void add(double value);
  /// Adds a value of the first stream and one of the second. For differences only.
  void add_pair(double first, double second);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// NaN before the first value.
  [[nodiscard]] double mean() const;
  /// Whether a value is outside the interval. Much cheaper than computing the interval.
  [[nodiscard]] bool excludes(double value) const;
  /// Whether computing the interval is slow, some milliseconds.
  [[nodiscard]] bool is_slow() const { return rounded_; }
  /// The whole possible range before the first value.
  [[nodiscard]] Interval interval() const { return interval(alpha_); }
  /// At another error: with the same values, all errors may be looked at.
  [[nodiscard]] Interval interval(double alpha) const;

 private:
  void add_unit(double unit);
  [[nodiscard]] double unit(double value) const;
  [[nodiscard]] double scaled(double unit) const;

  Interval range_;
  bool of_difference_;
  double alpha_;
  std::uint64_t count_ = 0;
  double sum_ = 0.0;            ///< of units
  std::vector<double> counts_;  ///< by step
  bool rounded_;
  Random random_;  ///< for the rounding: the same values give the same sequence
};

}  // namespace tavlab
