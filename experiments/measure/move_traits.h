#pragma once

#include <functional>
#include <string_view>

#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// The share of a game's moves of a kind (core/move_kinds.h): "capture" in every family, and those
/// that the family names in `move_kinds`. Replays the game, so this takes some microseconds per
/// move. Throws UserError for a kind that the family does not have.
std::function<double(const GameRecord&)> share_of_moves(const RuleSet& rule_set,
                                                        std::string_view kind);

/// The fewest pieces that both sides together have on the board at any time of a game, as
/// G::piece_count counts them: a tower as one. As above, replays the game.
std::function<int(const GameRecord&)> fewest_pieces(const RuleSet& rule_set);

}  // namespace tavlab
