#include "selfplay/turn_limits.h"

#include <algorithm>

namespace tavlab {
namespace {

/// The moves assumed to be still to come, if that is not given: half of a long game.
constexpr int kMovesExpected = 30;
/// Seconds kept back from each move for overhead: pipes, a busy machine.
constexpr double kReserve = 0.02;
/// Seconds that a search gets even on a clock that has run down.
constexpr double kLeast = 0.001;
constexpr double kShareOfIncrement = 0.75;
/// One iteration takes several times as long as the one before it, so one that begins late would
/// not end within the share.
constexpr double kShareToBegin = 0.6;
constexpr double kMaxOfShare = 4.0;  ///< what an iteration that has begun may use
constexpr double kMaxOfClock = 0.4;

}  // namespace

TimeBudget time_budget(const TurnLimits& limits) {
  TimeBudget budget;
  if (limits.infinite) return budget;
  if (limits.clock) {
    const double left = std::max(0.0, limits.clock->remaining - kReserve);
    const int moves =
        limits.moves_to_go > 0 ? std::min(limits.moves_to_go, kMovesExpected) : kMovesExpected;
    const double share = left / moves + kShareOfIncrement * std::max(0.0, limits.clock->increment);
    const double most = moves == 1 ? left : kMaxOfClock * left;
    budget.end = std::max(kLeast, std::min(kMaxOfShare * share, most));
    budget.aim = std::min(std::max(kLeast, share), budget.end);
    budget.begin = kShareToBegin * budget.aim;
  }
  if (limits.seconds) {
    const double seconds = std::max(kLeast, *limits.seconds);
    budget.end = limits.clock ? std::min(budget.end, seconds) : seconds;
    budget.aim = limits.clock ? std::min(budget.aim, seconds) : seconds;
    if (limits.clock) budget.begin = std::min(budget.begin, seconds);
  }
  return budget;
}

}  // namespace tavlab
