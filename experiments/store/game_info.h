#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// What reports say about the game that a rule set describes, in words and texts that need no rules
/// core to read: they are kept in the store, so that a report shows the games that were played.
struct GameInfo {
  std::string first_player;         ///< "attackers"
  std::string second_player;        ///< "defenders"
  std::string position;             ///< the start position as position text
  std::vector<std::string> throne;  ///< names of special cells, empty where the family has none
  std::vector<std::string> corners;
  std::vector<std::string> camps;
  /// Other squares that mean something, by their kind: {"rosettes", {"a1", "a3"}}.
  std::vector<std::pair<std::string, std::vector<std::string>>> squares;

  bool operator==(const GameInfo&) const = default;
};

/// Compiles the rules and looks at the start position. Throws UserError for rules that contradict
/// each other.
GameInfo describe_game(const RuleSet& rule_set);

}  // namespace tavlab
