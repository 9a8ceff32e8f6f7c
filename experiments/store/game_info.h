#pragma once

#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// What is kept in the store about the game that a rule set describes, beside the rules: what
/// reports say where the rules cannot be played any more.
struct GameInfo {
  std::string first_player;   ///< "attackers"
  std::string second_player;  ///< "defenders"
  std::string position;       ///< the start position as position text

  bool operator==(const GameInfo&) const = default;
};

/// Compiles the rules and looks at the start position. Throws UserError for rules that contradict
/// each other.
GameInfo describe_game(const RuleSet& rule_set);

}  // namespace tavlab
