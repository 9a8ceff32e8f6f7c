#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// Description of a rule set's game for reports, as texts that can be read without the rules:
/// stored with the games, so that a report shows the games as they were played.
struct GameInfo {
  std::string first_player;         ///< "attackers"
  std::string second_player;        ///< "defenders"
  std::string position;             ///< the start position as position text
  std::vector<std::string> throne;  ///< names of special squares, empty if the family has none
  std::vector<std::string> corners;
  std::vector<std::string> camps;
  /// Other marked squares, by their kind: {"rosettes", {"a1", "a3"}}.
  std::vector<std::pair<std::string, std::vector<std::string>>> squares;

  bool operator==(const GameInfo&) const = default;
};

/// Compiles the rules and reads the start position. Throws UserError for contradictory rules.
GameInfo describe_game(const RuleSet& rule_set);

}  // namespace tavlab
