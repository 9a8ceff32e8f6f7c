#include "experiments/claim/mean_sequence.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/betting.h"

namespace tavlab {

// Inside, values are units from 0 to 1. A difference x - y of units is (x - y + 1) / 2.

MeanSequence::MeanSequence(const Interval& range, int steps, bool of_difference, double alpha)
    : range_(range), of_difference_(of_difference), alpha_(alpha), bernstein_(alpha) {
  if (!(range.low < range.high)) throw std::invalid_argument("the range is empty");
  if (steps > 0) {
    counts_.resize(static_cast<std::size_t>(of_difference ? 2 * steps : steps) + 1, 0.0);
  }
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
  if (counts_.empty()) {
    bernstein_.add(unit);
  } else {
    const double steps = static_cast<double>(counts_.size() - 1);
    ++counts_[static_cast<std::size_t>(std::lround(unit * steps))];
  }
}

void MeanSequence::add(double value) { add_unit(unit(value)); }

void MeanSequence::add_pair(double first, double second) {
  add_unit((unit(first) - unit(second) + 1.0) / 2.0);
}

double MeanSequence::mean() const { return scaled(sum_ / static_cast<double>(count_)); }

Interval MeanSequence::interval() const {
  if (count_ == 0) return {scaled(0.0), scaled(1.0)};
  const Interval units =
      counts_.empty() ? bernstein_.interval() : betting_sequence(counts_, alpha_);
  return {scaled(units.low), scaled(units.high)};
}

}  // namespace tavlab
