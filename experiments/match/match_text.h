#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/match/sequential_match.h"
#include "experiments/stats/elo.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_summary.h"

namespace tavlab {

/// What to print about a match.
struct MatchReport {
  const MatchSettings& settings;
  std::string_view first_side, second_side;  ///< the rules' names for the players
  const MatchSummary& summary;
  bool two_game = false;                  ///< include the two-game matches
  const SequentialMatch* test = nullptr;  ///< if the match was tested

  /// The first agent against the second: by pairs if sides were exchanged, else by games.
  [[nodiscard]] EloEstimate elo() const;
};

/// For the terminal.
std::string match_text(const MatchReport& report);

/// What follows from its games: the difference in Elo, the sequential test, and whether games
/// repeat others. A sentence each.
std::vector<std::string> match_findings(const MatchReport& report);

/// The state of a match while it is played: in a few words, and as lines of a table.
std::string match_note(const MatchReport& report);
std::vector<std::string> match_lines(const MatchReport& report);

/// One JSON document, without a newline.
std::string match_json(const MatchReport& report, bool complete);

/// One game as one line of JSON, without a newline.
std::string game_json(const GameRecord& game, std::string_view first_side,
                      std::string_view second_side);

/// The state of a test in short: "LLR 1.23 [-2.94, 2.94]".
std::string sprt_text(const SequentialMatch& test);

}  // namespace tavlab
