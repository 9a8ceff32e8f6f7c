#pragma once

#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// What the store keeps about a rule set's game besides the rules: what reports show where the
/// rules cannot be played any more.
struct GameInfo {
  std::string first_player;   ///< "attackers"
  std::string second_player;  ///< "defenders"
  std::string position;       ///< the start position as position text

  bool operator==(const GameInfo&) const = default;
};

/// Compiles the rules and reads the start position. Throws UserError for contradictory rules.
GameInfo describe_game(const RuleSet& rule_set);

}  // namespace tavlab
