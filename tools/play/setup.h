#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "selfplay/agents/levels.h"

namespace tavlab::play {

/// Who plays a side: a person, in options and in saved games; else an agent's text.
inline constexpr std::string_view kHuman = "human";

/// The time of a person for a game.
struct ClockSetting {
  std::chrono::duration<double> time;
  std::chrono::duration<double> increment;  ///< after each move
};

/// What is left of it, of each side.
using TimeLeft = std::array<std::chrono::duration<double>, 2>;

/// "Level 3 of 6, club: 1817 Elo above level 1 (measured on RULES).", and a newline. The level is
/// one of levels().
std::string level_text(const RuleSet& rules, const Level& level);

/// Reads "5+3", minutes and seconds, or "5"; with a unit "300s+3". Throws UserError; `where` says
/// where the text stands.
ClockSetting clock_setting(std::string_view where, std::string_view text);

/// A game to be played at the terminal.
struct Setup {
  RuleSet rules;
  std::string rules_name;             ///< with which they were loaded
  std::vector<std::string> settings;  ///< and `--set` of the command line
  std::string position;               ///< in which it begins; empty: the start of the rules
  std::vector<std::string> words;     ///< moves and throws played already
  std::string words_from;             ///< where they stand, for messages: "--moves"
  std::array<std::string, 2> players;
  std::string hint;  ///< the agent that gives hints
  std::uint64_t seed = 1;
  std::optional<ClockSetting> clock;
  std::optional<TimeLeft> time_left;  ///< in a saved game; else all of it
  std::optional<Side> gave_up;        ///< in a saved game
  std::string introduction;  ///< said at the start: who plays; ends with a newline, or is empty
};

}  // namespace tavlab::play
