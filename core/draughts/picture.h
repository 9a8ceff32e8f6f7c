#pragma once

#include <string>
#include <vector>

#include "core/draughts/position.h"
#include "core/picture.h"

namespace tavlab::draughts {

/// The board with its columns, and the counters of limits beside it.
Picture picture(const Rules& rules, const Position& position);

/// The first and last square of a move, with a capture's landing squares in between.
std::vector<std::string> move_squares(const Rules& rules, const Position& position, Move move);

}  // namespace tavlab::draughts
