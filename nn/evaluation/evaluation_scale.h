#pragma once

#include <array>
#include <cstdint>

namespace tavlab {

/// One logit in the units of a net's output.
inline constexpr std::int32_t kOutputPerLogit = 127 * 64;

/// The advantage, -1,000,000 for a sure loss to 1,000,000 for a sure win, of an output: 2 / (1 +
/// exp(-logit)) - 1, from a table with linear interpolation, which is fast and uses only integers.
std::int32_t advantage_of_logit(std::int32_t output);

/// A logit, which may be infinite, as an output; clamped to -12 to 12 logits.
std::int32_t output_of_logit(double logit);

/// An output as a logit.
double logit_of_output(std::int32_t output);

/// The scale of a base that stands for 1.
inline constexpr std::int32_t kEvaluationBaseOne = 256;

/// The largest advantage; not a proven win.
inline constexpr std::int32_t kMaxAdvantage = 1'000'000;

}  // namespace tavlab
