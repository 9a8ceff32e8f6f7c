#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "selfplay/turn_limits.h"

namespace tavlab {

/// The time that both agents of a match have, in place of the limits of their texts. Without either
/// they keep those.
struct MatchTime {
  std::optional<double> seconds;     ///< for each move
  std::optional<PlayerClock> clock;  ///< for all moves
  /// How late a move may come without losing the game. With seconds for each move and no margin, no
  /// move is too late: agents end in time themselves as well as the machine lets them.
  std::optional<double> margin;

  [[nodiscard]] bool any() const { return seconds || clock; }

  /// Reads a clock, "60+0.5" or "60". Throws UserError.
  static PlayerClock parse_clock(std::string_view text);
  /// Throws UserError for numbers out of range, and for both kinds of time at once.
  void check() const;
  /// "0.1 s a move", "a clock of 60 s, 0.5 s more after each move, margin 0.05 s"; empty if there
  /// is none.
  [[nodiscard]] std::string text() const;
};

/// The clocks of both agents in one game.
class GameClock {
 public:
  static constexpr double kUsualMargin = 0.05;  ///< of a clock

  GameClock() = default;
  explicit GameClock(const MatchTime& control) : control_(control) {
    if (control_.clock) remaining_.fill(control_.clock->remaining);
  }

  /// The limits of the next move of an agent (0 or 1).
  [[nodiscard]] TurnLimits limits(std::size_t agent) const {
    TurnLimits limits;
    limits.seconds = control_.seconds;
    if (control_.clock) {
      limits.clock = PlayerClock{remaining_[agent], control_.clock->increment};
      limits.others = PlayerClock{remaining_[1 - agent], control_.clock->increment};
    }
    return limits;
  }

  /// An agent took this long for a move. Returns whether the move came in time.
  bool spend(std::size_t agent, double seconds) {
    if (control_.clock) {
      remaining_[agent] -= seconds;
      const bool in_time = remaining_[agent] >= -control_.margin.value_or(kUsualMargin);
      remaining_[agent] = std::max(0.0, remaining_[agent]) + control_.clock->increment;
      return in_time;
    }
    return !control_.seconds || !control_.margin || seconds <= *control_.seconds + *control_.margin;
  }

 private:
  MatchTime control_;
  std::array<double, 2> remaining_{};
};

}  // namespace tavlab
