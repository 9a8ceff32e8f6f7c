#pragma once

#include <cstdint>
#include <vector>

#include "core/random.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// A confidence sequence for the mean of values in a known range, or of the difference of two such
/// means by values that come in pairs: by betting on counts (stats/betting.h). Values that are not
/// of few steps are rounded to steps at random, up or down with the probabilities that keep their
/// expectation; so the sequence is one for their mean all the same, and their spread grows by half
/// a step at most. (The empirical-Bernstein sequence needs no rounding, but is several times as
/// long over some hundred games.)
class MeanSequence {
 public:
  /// `steps` as Measure has it, 0 for values that may be anything. Throws std::invalid_argument
  /// unless the range is not empty and 0 < alpha < 1.
  MeanSequence(const Interval& range, int steps, bool of_difference, double alpha);

  /// Adds a value, cut off at the range. Not for differences.
  void add(double value);
  /// Adds a value of the first stream and one of the second. For differences only.
  void add_pair(double first, double second);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Not a number before the first value.
  [[nodiscard]] double mean() const;
  /// Whether a value is outside the interval. Takes a fraction of the interval's time.
  [[nodiscard]] bool excludes(double value) const;
  /// Whether the interval takes long, some milliseconds.
  [[nodiscard]] bool is_slow() const { return rounded_; }
  /// The whole possible range before the first value.
  [[nodiscard]] Interval interval() const;

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
