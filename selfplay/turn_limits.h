#pragma once

#include <cstdint>
#include <optional>

namespace tavlab {

/// A player's clock.
struct PlayerClock {
  double remaining = 0.0;  ///< seconds
  double increment = 0.0;  ///< seconds added after each move
};

/// The limits of one turn's search, as set by a match or a protocol. The first one reached ends the
/// search.
struct TurnLimits {
  std::optional<double> seconds;       ///< for this move
  std::optional<PlayerClock> clock;    ///< of the side to move
  std::optional<PlayerClock> others;   ///< of the other side, for external programs
  int moves_to_go = 0;                 ///< until the next time control; 0: the rest of the game
  std::optional<std::uint64_t> nodes;  ///< alpha-beta: positions; MCTS: simulations
  std::optional<int> depth;            ///< plies; for alpha-beta
  /// Searches until a stop is requested, or nothing is left to search.
  bool infinite = false;

  /// Whether there is any limit; if not, an agent keeps those of its text.
  [[nodiscard]] bool any() const {
    return infinite || seconds || clock || nodes.has_value() || depth.has_value();
  }
};

/// How long to think, in seconds; 0 is no limit.
struct TimeBudget {
  double begin = 0.0;  ///< no new iteration begins after this
  double aim = 0.0;    ///< a search that can end at any time ends here
  double end = 0.0;    ///< any search ends here

  bool operator==(const TimeBudget&) const = default;
};

/// The time that a turn may take under its limits. On a clock it is an equal share for each of the
/// moves still expected, and most of the increment; an iteration that has begun may take more, but
/// never so much as to lose the game on time.
TimeBudget time_budget(const TurnLimits& limits);

}  // namespace tavlab
