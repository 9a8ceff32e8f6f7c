#include "selfplay/evaluation/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/logit.h"

namespace tavlab {

Calibration::Calibration(std::span<const Observation> observations, int buckets)
    : lines_(static_cast<std::size_t>(buckets)) {
  // The positions of a game share one result, so they count for fewer than their number.
  constexpr double kPrior = 50;
  constexpr double kMinSlope = 0.1, kMaxSlope = 4, kMaxOffset = 8;
  constexpr int kSteps = 12;
  struct Sums {
    double slope = 0, offset = 0;              // the gradient,
    double slopes = 0, both = 0, offsets = 0;  // and the Hessian
  };
  std::vector<Sums> sums(lines_.size());
  for (int step = 0; step < kSteps; ++step) {  // of Newton's method
    for (std::size_t b = 0; b < lines_.size(); ++b) {
      sums[b] = {kPrior * (lines_[b].slope - 1), kPrior * lines_[b].offset, kPrior, 0, kPrior};
    }
    for (const Observation& observed : observations) {
      const ValueLine& line = lines_[observed.bucket];
      Sums& sum = sums[observed.bucket];
      const double x = limited_logit(observed.value);
      const double expected = logistic(line.slope * x + line.offset);
      const double error = expected - observed.result;
      const double weight = expected * (1 - expected);
      sum.slope += error * x;
      sum.offset += error;
      sum.slopes += weight * x * x;
      sum.both += weight * x;
      sum.offsets += weight;
    }
    for (std::size_t b = 0; b < lines_.size(); ++b) {
      const Sums& sum = sums[b];
      const double determinant = sum.slopes * sum.offsets - sum.both * sum.both;
      ValueLine& line = lines_[b];
      line.slope -= (sum.slope * sum.offsets - sum.offset * sum.both) / determinant;
      line.offset -= (sum.offset * sum.slopes - sum.slope * sum.both) / determinant;
      line.slope = std::clamp(line.slope, kMinSlope, kMaxSlope);
      line.offset = std::clamp(line.offset, -kMaxOffset, kMaxOffset);
    }
  }
}

}  // namespace tavlab
