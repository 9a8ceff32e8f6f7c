#include "nn/evaluation/evaluation_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "nn/evaluation/kernels.h"

namespace tavlab {
namespace {

constexpr int kStepShift = 5;
constexpr std::int32_t kStep = 1 << kStepShift;
constexpr std::int32_t kOneLogit = kOutputPerLogit;
static_assert(kOneLogit == kEvaluationOne << kEvaluationWeightShift);
constexpr std::int32_t kMaxLogit = 12;
constexpr std::int32_t kSteps = kMaxLogit * kOneLogit / kStep;

/// At the multiples of a step, from -kSteps to kSteps and one more.
std::vector<std::int32_t> make_table() {
  std::vector<std::int32_t> table;
  for (std::int32_t i = -kSteps; i <= kSteps + 1; ++i) {
    const double logit = static_cast<double>(i) * kStep / kOneLogit;
    table.push_back(static_cast<std::int32_t>(std::lround(kMaxAdvantage * std::tanh(logit / 2))));
  }
  return table;
}

}  // namespace

std::int32_t advantage_of_logit(std::int32_t output) {
  static const std::vector<std::int32_t> table = make_table();
  const std::int32_t x = std::clamp(output, -kSteps * kStep, kSteps * kStep);
  const std::int32_t step = (x >> kStepShift) + kSteps;
  const auto at = static_cast<std::size_t>(step);
  const std::int32_t rest = x & (kStep - 1);
  return table[at] + (((table[at + 1] - table[at]) * rest) >> kStepShift);
}

double logit_of_output(std::int32_t output) { return static_cast<double>(output) / kOneLogit; }

std::int32_t output_of_logit(double logit) {
  return static_cast<std::int32_t>(
      std::lround(std::clamp(logit, double{-kMaxLogit}, double{kMaxLogit}) * kOneLogit));
}

}  // namespace tavlab
