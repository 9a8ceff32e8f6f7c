#pragma once

#include <string>
#include <vector>

#include "core/picture.h"

namespace tavlab {

/// The board for a terminal: ranks and files, the pieces, the signs of empty squares, and beside it
/// the picture's lines and the stacks too high for their squares. `reverse` shows the squares of
/// the last move in reverse video.
std::string picture_text(const Picture& picture, bool reverse = false);

/// The lines beside the board: the picture's, and the stacks that are too high for their squares,
/// each with its pieces from the bottom up.
std::vector<std::string> lines_beside(const Picture& picture);

/// A legend of its signs, in one line without a newline: "a attacker, d defender, K king; +
/// throne", or "w b piece" where both players' pieces have the same name. Names are cut at a comma.
std::string legend_text(const Picture& picture);

}  // namespace tavlab
