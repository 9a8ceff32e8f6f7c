#pragma once

#include <array>
#include <cstdint>

namespace tavlab {

/// The advantage, -1,000,000 for a sure loss to 1,000,000 for a sure win, of an output in units of
/// 1 / (127 * 64) of a logit: 2 / (1 + exp(-logit)) - 1, from a table with linear interpolation, so
/// that it is in whole numbers and quick.
std::int32_t advantage_of_logit(std::int32_t output);

/// The logit of an expected score from 0 to 1, at most 12 from 0, in the same units.
std::int32_t output_of_score(double score);

/// An output as a logit.
double logit_of_output(std::int32_t output);

/// The number that stands for 1 in the scale of a base.
inline constexpr std::int32_t kEvaluationBaseOne = 256;

/// The largest advantage, which is no certainty.
inline constexpr std::int32_t kMostAdvantage = 1'000'000;

}  // namespace tavlab
