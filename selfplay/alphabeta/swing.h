#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// By how much a move changes the static evaluation, on average over the last nodes of a search:
/// the unit of the margins by which the search prunes. Evaluations differ in it: a handcrafted one
/// may change by 0.1 logits, one learned from results by 0.3. In units of its own swing a search
/// prunes alike whatever factor an evaluation is multiplied by.
class EvaluationSwing {
 public:
  /// Tells of a position's evaluation and of the one before the last move, each for the side to
  /// move then.
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
  static constexpr std::int32_t kMemory = 256;   ///< changes
  static constexpr std::int32_t kMost = 8;       ///< what a larger change counts, in swings
  static constexpr std::int32_t kLeast = kFraction * kScoreOfLogit / 100;

  std::int32_t value_ = kFraction * kScoreOfLogit / 10;
};

}  // namespace tavlab
