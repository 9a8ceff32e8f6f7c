#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "selfplay/record/check_games.h"

namespace tavlab {

/// How many games of a file agree with the rules.
struct GamesSummary {
  std::uint64_t games = 0;  ///< in the file
  std::uint64_t agree = 0;  ///< with the rules
  std::uint64_t disagree = 0;
  std::uint64_t unreadable = 0;
  std::map<std::string, std::uint64_t> kinds;  ///< of disagreements, by name
  std::uint64_t off_the_board = 0;             ///< decided, but not by the rules

  void add(const CheckedGame& game);
};

GamesSummary summarize(std::span<const CheckedGame> games);

/// "1752 games: 1741 agree with the rules, 11 disagree, 0 cannot be read".
std::string summary_line(const GamesSummary& summary);

}  // namespace tavlab
