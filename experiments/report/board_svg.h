#pragma once

#include <string>
#include <string_view>

#include "experiments/game_info.h"

namespace tavlab {

/// A start position drawn as a board: pieces told apart by shape as well as by colour, special
/// cells marked, coordinates at two sides. Empty when the position text has no rows to draw.
std::string board_svg(const GameInfo& game, const std::string& title);

/// The sign that marks a square of a kind, of GameInfo::squares, on a drawn board.
std::string_view square_mark(std::string_view kind);

}  // namespace tavlab
