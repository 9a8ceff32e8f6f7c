#pragma once

#include <algorithm>

#include "selfplay/turn_limits.h"

namespace tavlab {

/// Decides when iterative deepening on a clock ends: the time after which no iteration begins
/// shrinks while the best move stays the same, and grows when it changes and when its score falls.
/// The time at which any search ends stays as it is.
class TimeControl {
 public:
  explicit TimeControl(const TimeBudget& budget) : budget_(budget) {}

  /// Records a finished iteration: whether its best move is the previous one's, and the mover's
  /// expected score.
  void finish_iteration(bool same_move, double score) {
    stable_ = same_move ? std::min(stable_ + 1, kMaxStable) : 0;
    drop_ = has_score_ ? std::clamp(last_ - score, 0.0, kMaxDrop) : 0.0;
    last_ = score;
    has_score_ = true;
  }

  /// Seconds after which no iteration begins; 0 is no limit.
  [[nodiscard]] double seconds_to_begin() const {
    if (budget_.begin <= 0.0) return 0.0;
    const double stability = kUnstable - kEachStable * stable_;
    const double fall = 1.0 + drop_ / kMaxDrop;
    return std::min(budget_.begin * stability * fall, budget_.end);
  }

 private:
  static constexpr int kMaxStable = 6;
  static constexpr double kUnstable = 1.5;     ///< factor of the time for a new best move,
  static constexpr double kEachStable = 0.15;  ///< less this for each iteration that it held
  static constexpr double kMaxDrop = 0.1;      ///< doubles the time

  TimeBudget budget_;
  int stable_ = 0;
  double drop_ = 0.0;
  double last_ = 0.0;
  bool has_score_ = false;
};

}  // namespace tavlab
