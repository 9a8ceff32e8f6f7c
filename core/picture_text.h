#pragma once

#include <string>
#include <vector>

#include "core/picture.h"

namespace tavlab {

/// The board for a terminal: ranks and files, what stands on the squares, the signs of empty ones,
/// and beside it the picture's lines and the stacks that are too high for their squares. On a
/// terminal that can, `reverse` shows the squares of the last move in reverse video.
std::string picture_text(const Picture& picture, bool reverse = false);

/// What stands beside the board: the picture's lines, and the stacks that are too high for their
/// squares, each with its pieces from the bottom up.
std::vector<std::string> lines_beside(const Picture& picture);

/// What its signs mean, in one line without an end: "a attacker, d defender, K king; + throne", or
/// "w b piece" where the players' pieces have one name. Of a look's name what follows a comma is
/// left out.
std::string legend_text(const Picture& picture);

}  // namespace tavlab
