#pragma once

#include <array>
#include <cstdint>

namespace tavlab {

/// The advantage, -1,000,000 for a sure loss to 1,000,000 for a sure win, of an output in units of
/// 1 / (127 * 64) of a logit: 2 / (1 + exp(-logit)) - 1, from a table with linear interpolation, so
/// that it is in whole numbers and quick.
std::int32_t advantage_of_logit(std::int32_t output);

/// The largest advantage, which is no certainty.
inline constexpr std::int32_t kMostAdvantage = 1'000'000;

}  // namespace tavlab
