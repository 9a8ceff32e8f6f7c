#pragma once

#include <string>
#include <string_view>

#include "experiments/store/game_info.h"

namespace tavlab {

/// Edge of a drawn square, in the units of the drawing.
inline constexpr double kSquareEdge = 30;
/// Where the board's upper left corner is.
inline constexpr double kBoardLeft = 24;
inline constexpr double kBoardTop = 1;

/// A position drawn as a board: pieces told apart by shape as well as by colour, special squares
/// marked, coordinates at two sides. `family` says what the letters of the position text mean.
/// Empty when the position text has no rows to draw.
std::string board_svg(const GameInfo& game, std::string_view family, const std::string& title);

/// The same with other pieces: markup, put into a group of the class "pieces".
std::string board_svg_with(const GameInfo& game, const std::string& title, std::string_view pieces);

/// What stands on a square, as BoardText has it, drawn on a ground of one square.
std::string piece_svg(std::string_view piece, std::string_view family);

/// The sign that marks a square of a kind, of GameInfo::squares, on a drawn board.
std::string_view square_mark(std::string_view kind);

}  // namespace tavlab
