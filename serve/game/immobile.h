#pragma once

#include <string>
#include <string_view>

#include "serve/game/served_game.h"

namespace tavlab::serve {

/// Why a piece without a legal move has none: what is in its way to the squares around it, the
/// nearest first, in the language of the game. "a3, a5: a piece stands there; the king would be in
/// check". Empty if nothing more can be said than that it has no move.
std::string why_immobile(const ServedGame& game, std::string_view square);

}  // namespace tavlab::serve
