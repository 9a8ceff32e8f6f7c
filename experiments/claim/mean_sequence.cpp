#include "experiments/claim/mean_sequence.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/betting.h"

namespace tavlab {

namespace {

/// Enough steps to lose almost no precision, few enough for frequent looks.
constexpr int kRoundedSteps = 50;
constexpr std::uint64_t kRoundingSeed = 1;

}  // namespace

// Internally, values are units from 0 to 1. A difference x - y of units is (x - y + 1) / 2.

MeanSequence::MeanSequence(const Interval& range, int steps, bool of_difference, double alpha)
    : range_(range),
      of_difference_(of_difference),
      alpha_(alpha),
      rounded_(steps == 0),
      random_(kRoundingSeed) {
  if (!(range.low < range.high)) throw std::invalid_argument("the range is empty");
  const int of_one = steps > 0 ? steps : kRoundedSteps;
  counts_.resize(static_cast<std::size_t>(of_difference ? 2 * of_one : of_one) + 1, 0.0);
}

double MeanSequence::unit(double value) const {
  return std::clamp((value - range_.low) / (range_.high - range_.low), 0.0, 1.0);
}

double MeanSequence::scaled(double unit) const {
  const double width = range_.high - range_.low;
  return of_difference_ ? (2.0 * unit - 1.0) * width : range_.low + unit * width;
}

void MeanSequence::add_unit(double unit) {
  ++count_;
  sum_ += unit;
  const double steps = unit * static_cast<double>(counts_.size() - 1);
  double step = std::round(steps);
  if (rounded_) {
    step = std::floor(steps);
    if (random_.uniform() < steps - step) step += 1.0;
  }
  ++counts_[static_cast<std::size_t>(step)];
}

void MeanSequence::add(double value) { add_unit(unit(value)); }

void MeanSequence::add_pair(double first, double second) {
  add_unit((unit(first) - unit(second) + 1.0) / 2.0);
}

double MeanSequence::mean() const { return scaled(sum_ / static_cast<double>(count_)); }

bool MeanSequence::excludes(double value) const {
  const double width = range_.high - range_.low;
  const double unit = of_difference_ ? (value / width + 1.0) / 2.0 : (value - range_.low) / width;
  if (count_ == 0) return false;
  if (unit <= 0.0 || unit >= 1.0) {  // where the capital is not defined
    const Interval now = interval();
    return value < now.low || value > now.high;
  }
  return betting_log_e_equal(counts_, unit) > -std::log(alpha_);
}

Interval MeanSequence::interval(double alpha) const {
  if (count_ == 0) return {scaled(0.0), scaled(1.0)};
  const Interval units = betting_sequence(counts_, alpha);
  return {scaled(units.low), scaled(units.high)};
}

}  // namespace tavlab
