#pragma once

#include <string>
#include <vector>

#include "core/draughts/position.h"
#include "core/picture.h"

namespace tavlab::draughts {

/// The board with its columns, and counters of limits beside it.
Picture picture(const Rules& rules, const Position& position);

/// The squares that a move begins and ends on, and between them each where a capture lands.
std::vector<std::string> move_squares(const Rules& rules, const Position& position, Move move);

}  // namespace tavlab::draughts
