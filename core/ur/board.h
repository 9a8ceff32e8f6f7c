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
/// squares in three rows and are symmetric between the players.
std::span<const Place> squares(Board board);

/// Files of the board: 8 or 12.
int files(Board board);

/// The number of the square at a place, or -1 if there is none.
int square_at(Board board, Place place);

/// "d2".
std::string square_name(Board board, int square);

/// The square with a name, or -1.
int parse_square(Board board, std::string_view name);

/// The same square from the other player's view: ranks 1 and 3 are swapped.
int mirrored(Board board, int square);

}  // namespace tavlab::ur
