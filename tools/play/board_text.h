#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/picture.h"
#include "core/side.h"

// A position drawn for a person at a terminal. The drawing is independent of the family: pieces,
// marks and stacks come from its picture.
namespace tavlab::play {

struct BoardStyle {
  bool unicode = false;  ///< symbols for pieces without letters
  bool color = false;
  bool frame = true;  ///< with `unicode`: two lines more
};

/// What the last move did, as squares of the picture.
struct BoardMarks {
  std::vector<std::size_t> moved;     ///< in brackets: where it began, passed and ended
  std::vector<std::size_t> captured;  ///< in parentheses
};

/// Ranks, files, and the pieces; all lines take the same number of columns.
std::vector<std::string> board_lines(const Picture& picture, const BoardMarks& marks,
                                     BoardStyle style);

/// The sign of a side's most common piece.
std::string side_sign(const Picture& picture, Side side, BoardStyle style);

/// The signs on the board and what they mean, in lines of at most `width` columns.
std::string legend(const Picture& picture, BoardStyle style, int width);

/// The board with the numbers of the squares on a path, in the order in which pieces pass them.
std::vector<std::string> path_lines(const Picture& picture, const std::vector<std::string>& path);

}  // namespace tavlab::play
