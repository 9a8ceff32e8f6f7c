#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/record/check_games.h"

namespace tavlab {

/// Statistics of a file of games, counted over the games that can be read.
struct GamesSummary {
  std::uint64_t games = 0;  ///< in the file
  std::uint64_t agree = 0;  ///< with the rules
  std::uint64_t disagree = 0;
  std::uint64_t unreadable = 0;
  std::map<std::string, std::uint64_t> kinds;  ///< of disagreements, by name
  std::uint64_t off_the_board = 0;             ///< decided, but not by the rules

  ResultCounts results;  ///< as recorded
  /// The sides' names in all games that were read; general ones if rules differ in them.
  std::array<std::string, 2> sides = {"first side", "second side"};
  std::map<std::string, std::uint64_t> reasons;  ///< by the rules
  std::map<std::string, std::uint64_t> rules;
  std::vector<std::pair<std::string, std::uint64_t>> first_moves;  ///< most frequent first
  int fewest_plies = 0, most_plies = 0;
  double mean_plies = 0.0;
  std::array<double, 2> mean_captured{};  ///< pieces captured by each side

  [[nodiscard]] std::uint64_t replayed() const { return agree + disagree; }
};

GamesSummary summarize(std::span<const CheckedGame> games);

/// "1752 games: 1741 agree with the rules, 11 disagree, 0 cannot be read".
std::string summary_line(const GamesSummary& summary);

}  // namespace tavlab
