#pragma once

#include <functional>
#include <string_view>

#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// The share of a game's moves that are of a kind: "capture" in every family, and those that the
/// family names in `move_kinds`. The game is played again, so this takes some microseconds a move.
/// Throws UserError for a kind that the family does not know.
std::function<double(const GameRecord&)> share_of_moves(const RuleSet& rule_set,
                                                        std::string_view kind);

}  // namespace tavlab
