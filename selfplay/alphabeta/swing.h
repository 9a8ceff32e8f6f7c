#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// How much a move changes the static evaluation, on average over the last nodes of a search: the
/// unit of the search's pruning margins. It differs between evaluations: a handcrafted one may
/// change by 0.1 logits, one learned from results by 0.3. With margins in swings, a search prunes
/// alike whatever factor an evaluation is multiplied by.
class EvaluationSwing {
 public:
  /// Adds a position's evaluation and the one before the last move, each for the side then to move.
  void see(SearchScore before, SearchScore now) {
    const std::int32_t change = kFraction * std::abs(before + now);
    value_ += (std::min(change, kMost * value_) - value_) / kMemory;
    value_ = std::max(value_, kLeast);
  }

  /// A margin of `percent` of a swing.
  [[nodiscard]] SearchScore margin(int percent) const {
    return static_cast<SearchScore>(std::int64_t{value_} * percent / (100 * kFraction));
  }

 private:
  static constexpr std::int32_t kFraction = 16;  ///< of a score's unit
  static constexpr std::int32_t kMemory = 256;   ///< time constant of the average, in changes
  static constexpr std::int32_t kMost = 8;       ///< a larger change counts as this many swings
  static constexpr std::int32_t kLeast = kFraction * kScoreOfLogit / 100;

  std::int32_t value_ = kFraction * kScoreOfLogit / 10;
};

}  // namespace tavlab
