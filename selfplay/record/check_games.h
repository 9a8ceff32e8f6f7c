#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "selfplay/record/recorded_game.h"

namespace tavlab {

/// Where a record and the rules disagree.
struct Disagreement {
  enum class Kind : std::uint8_t {
    illegal_move,    ///< the game cannot be replayed further
    other_captures,  ///< after a move, or in a count
    after_the_end,   ///< the record continues where the rules have ended the game
    other_result
  };
  Kind kind = Kind::illegal_move;
  int ply = 0;   ///< of the move, from 1; the plies played for a result
  int line = 0;  ///< in the file
  std::string why;
};

std::string_view kind_text(Disagreement::Kind kind);

/// A recorded game, checked by its rules.
struct CheckedGame {
  std::string rules;  ///< the rule set's id; empty if it could not be found
  std::shared_ptr<const RuleSet> rule_set;
  std::string error;  ///< why the game cannot be checked at all
  std::vector<Disagreement> disagreements;
  WrittenGame written;  ///< as far as it is legal; its result is the record's, or else the rules'
  int plies = 0;
  Result result = Result::unfinished;    ///< by the rules, after the last legal move
  std::string reason;                    ///< of that
  Result recorded = Result::unfinished;  ///< what the record says
  bool result_known = false;             ///< whether it states a result
  std::string first_key;                 ///< the first move; the same for symmetric ones

  [[nodiscard]] bool agrees() const { return error.empty() && disagreements.empty(); }
  /// Decided in the record, but not on the board: resigned, on time, agreed.
  [[nodiscard]] bool ended_off_the_board() const {
    return result == Result::unfinished && recorded != Result::unfinished;
  }
};

/// The rules that games are checked by.
struct GameRules {
  std::string name;  ///< a rule set; empty: those that each game names
  std::vector<std::string> overrides;
};

/// Replays the games by their rules: `rules.name`, or those in the header "RulesText", or the
/// header "Rules", or a header "Variant" that names a rule set, or the rules in another program's
/// notation. Throws UserError if the rules of the command line do not exist; faults of a game are
/// in its result.
std::vector<CheckedGame> check_games(std::span<const RecordedGame> games, const GameRules& rules);

/// Replays a game by these rules.
CheckedGame check_game(const RecordedGame& game, const RuleSet& rules);

}  // namespace tavlab
