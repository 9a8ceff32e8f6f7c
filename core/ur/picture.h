#pragma once

#include <string>
#include <vector>

#include "core/picture.h"
#include "core/ur/position.h"

namespace tavlab::ur {

/// The board with its markings and pieces, and beside it hands, homes and the roll.
Picture picture(const Rules& rules, const Position& position);

/// The squares where a move begins and ends; hand and home have no name.
std::vector<std::string> move_squares(const Rules& rules, const Position& position, Move move);

}  // namespace tavlab::ur
