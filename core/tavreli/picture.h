#pragma once

#include <string>
#include <vector>

#include "core/picture.h"
#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The board with its towers, and counters of limits beside it.
Picture picture(const Rules& rules, const Position& position);

/// The squares that a move begins and ends on; of castling the volkhv's, with the one in between,
/// where the ratoborets comes to stand.
std::vector<std::string> move_squares(Move move);

}  // namespace tavlab::tavreli
