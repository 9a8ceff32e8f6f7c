#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "experiments/match/sequential_match.h"
#include "selfplay/match/match_summary.h"

namespace tavlab {

/// Counts the games of a match: all in the order in which they end, or those that a sequential test
/// counts.
class MatchTally {
 public:
  /// `counted` is called for every game that counts; may be null.
  MatchTally(const std::optional<SprtSettings>& sprt,
             std::function<void(const GameRecord&)> counted) {
    if (sprt) {
      test_.emplace(*sprt, std::move(counted));
    } else {
      counted_ = std::move(counted);
    }
  }

  /// A game has ended.
  void add(const GameRecord& game) {
    if (test_) return test_->add(game);
    all_.add(game);
    if (counted_) counted_(game);
  }

  [[nodiscard]] const MatchSummary& summary() const { return test_ ? test_->summary() : all_; }
  /// Null without a test.
  [[nodiscard]] const SequentialMatch* test() const { return test_ ? &*test_ : nullptr; }
  [[nodiscard]] bool decided() const { return test_ && test_->decided(); }

 private:
  std::function<void(const GameRecord&)> counted_;
  MatchSummary all_;
  std::optional<SequentialMatch> test_;
};

}  // namespace tavlab
