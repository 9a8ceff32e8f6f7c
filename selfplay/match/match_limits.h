#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/side.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// One side has less: its agent, whichever that is, gets 1 / factor of the time or the nodes.
struct SideOdds {
  Side side = Side::first;
  double factor = 1.0;
};

/// Limits for the moves of both agents of a match, in place of those of their texts. Without any,
/// agents keep those.
struct MatchLimits {
  std::optional<double> seconds;       ///< for each move
  std::optional<PlayerClock> clock;    ///< for all moves
  std::optional<std::uint64_t> nodes;  ///< for each move, as in TurnLimits
  /// How late a move may come without losing the game. With seconds for each move and no margin, no
  /// move is too late: agents keep to their time themselves, as well as the machine lets them.
  std::optional<double> margin;
  /// Where one side wins nearly all games between equals, agents are better compared at odds.
  std::optional<SideOdds> odds;

  [[nodiscard]] bool any() const { return measured() || nodes; }
  /// Whether time is measured, so that games differ from run to run.
  [[nodiscard]] bool measured() const { return seconds || clock; }

  /// Reads a clock, "60+0.5" or "60". Throws UserError.
  static PlayerClock parse_clock(std::string_view text);
  /// Reads odds, "second=10" or "first=2.5". Throws UserError.
  static SideOdds parse_odds(std::string_view text);
  /// Throws UserError for numbers out of range, and for two kinds of limits at once.
  void check() const;
  /// "0.1 s a move", "a clock of 60 s, 0.5 s more after each move, margin 0.05 s", "5000 nodes a
  /// move, 1/10 of that for the second side"; empty if there is none.
  [[nodiscard]] std::string text() const;
};

/// The clocks of both agents in one game.
class GameClock {
 public:
  static constexpr double kUsualMargin = 0.05;  ///< of a clock

  GameClock() = default;
  /// `swapped`: agent 1 plays the first side.
  GameClock(const MatchLimits& control, bool swapped) : control_(control) {
    if (control_.odds) {
      const bool second_side = control_.odds->side == Side::second;
      share_[second_side != swapped ? 1 : 0] = 1.0 / control_.odds->factor;
    }
    if (!control_.clock) return;
    for (std::size_t i = 0; i < 2; ++i) remaining_[i] = control_.clock->remaining * share_[i];
  }

  /// The limits of the next move of an agent (0 or 1).
  [[nodiscard]] TurnLimits limits(std::size_t agent) const {
    TurnLimits limits;
    if (control_.seconds) limits.seconds = *control_.seconds * share_[agent];
    if (control_.clock) {
      limits.clock = PlayerClock{remaining_[agent], increment(agent)};
      limits.others = PlayerClock{remaining_[1 - agent], increment(1 - agent)};
    }
    if (control_.nodes) {
      const double nodes = static_cast<double>(*control_.nodes) * share_[agent];
      limits.nodes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(nodes));
    }
    return limits;
  }

  /// An agent took this long for a move. Returns whether the move came in time.
  bool spend(std::size_t agent, double seconds) {
    if (control_.clock) {
      remaining_[agent] -= seconds;
      const bool in_time = remaining_[agent] >= -control_.margin.value_or(kUsualMargin);
      remaining_[agent] = std::max(0.0, remaining_[agent]) + increment(agent);
      return in_time;
    }
    return !control_.seconds || !control_.margin ||
           seconds <= *control_.seconds * share_[agent] + *control_.margin;
  }

 private:
  [[nodiscard]] double increment(std::size_t agent) const {
    return control_.clock->increment * share_[agent];
  }

  MatchLimits control_;
  std::array<double, 2> share_ = {1.0, 1.0};  ///< the fraction of the limits that each agent gets
  std::array<double, 2> remaining_{};
};

}  // namespace tavlab
