#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ur/parameters.h"

namespace tavlab::ur {

/// A square's place: file 0 is a, rank 0 is the first player's row.
struct Place {
  int file;
  int rank;
};

/// The squares of a board, numbered from 0 along the ranks, rank 1 first. Both boards have 20
/// squares in three rows, and are the same seen from both sides.
std::span<const Place> squares(Board board);

/// Files of the board: 8 or 12.
int files(Board board);

/// The number of the square there, or -1 where the board has none.
int square_at(Board board, Place place);

/// "d2".
std::string square_name(Board board, int square);

/// The number of a square's name, or -1.
int parse_square(Board board, std::string_view name);

/// The same square seen by the other player: ranks 1 and 3 change places.
int mirrored(Board board, int square);

}  // namespace tavlab::ur
