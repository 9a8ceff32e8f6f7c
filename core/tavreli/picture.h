#pragma once

#include <string>
#include <vector>

#include "core/picture.h"
#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The board with its towers, and the counters of limits beside it.
Picture picture(const Rules& rules, const Position& position);

/// The squares where a move begins and ends; for castling the volkhv's squares and the one in
/// between, where the ratoborets ends.
std::vector<std::string> move_squares(Move move);

}  // namespace tavlab::tavreli
