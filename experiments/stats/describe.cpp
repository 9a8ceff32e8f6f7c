#include "experiments/stats/describe.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace tavlab {
namespace {
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
}

void RunningMean::add(double value) {
  ++count_;
  const double delta = value - mean_;
  mean_ += delta / static_cast<double>(count_);
  squares_ += delta * (value - mean_);
}

double RunningMean::mean() const { return count_ == 0 ? kUndefined : mean_; }

double RunningMean::variance() const {
  return count_ < 2 ? kUndefined : squares_ / static_cast<double>(count_ - 1);
}

double RunningMean::standard_error() const {
  return std::sqrt(variance() / static_cast<double>(count_));
}

double quantile(std::span<const double> sorted, double p) {
  if (!(p >= 0.0 && p <= 1.0)) throw std::invalid_argument("quantile: needs 0 <= p <= 1");
  if (sorted.empty()) return kUndefined;
  const double place = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(std::floor(place));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double part = place - std::floor(place);
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

}  // namespace tavlab
