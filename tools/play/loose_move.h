#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture.h"
#include "serve/game/position_view.h"

// Moves as people type them: `D1-F1`, `d1f1`, `d1 f1`, or only their beginning.
namespace tavlab::play {

/// The legal moves that a text can mean: those written with its letters and digits, whatever their
/// case and what separates them; or else those that begin and end on its two squares; or else those
/// that begin with it.
std::vector<std::string> moves_meant(std::span<const serve::MoveView> legal, std::string_view text);

/// "d1-f1" for a text that is two squares of the board, with which a family can say why a piece
/// does not move so; any other text as it is.
std::string as_two_squares(const Picture& picture, std::string_view text);

}  // namespace tavlab::play
