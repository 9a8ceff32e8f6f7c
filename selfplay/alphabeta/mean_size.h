#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// The mean absolute value of the last numbers seen in a search: the unit of its pruning margins.
/// Evaluations differ in scale: a move may change a handcrafted one by 0.1 logits, one learned from
/// results by 0.3. With margins in such units, a search prunes alike whatever factor an evaluation
/// is multiplied by.
class MeanSize {
 public:
  void see(SearchScore value) {
    const std::int32_t size = kFraction * std::abs(value);
    value_ += (std::min(size, kMost * value_) - value_) / kMemory;
    value_ = std::max(value_, kLeast);
  }

  /// A margin of `percent` of the mean.
  [[nodiscard]] SearchScore margin(int percent) const {
    return static_cast<SearchScore>(std::int64_t{value_} * percent / (100 * kFraction));
  }

 private:
  static constexpr std::int32_t kFraction = 16;  ///< of a score's unit
  static constexpr std::int32_t kMemory = 256;   ///< time constant of the average, in numbers seen
  static constexpr std::int32_t kMost = 8;       ///< a larger number counts as this many means
  static constexpr std::int32_t kLeast = kFraction * kScoreOfLogit / 100;

  std::int32_t value_ = kFraction * kScoreOfLogit / 10;
};

}  // namespace tavlab
