#pragma once

#include <string>
#include <vector>

#include "core/picture.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// The board with throne, corners and camps, what stands on it, the roll, and counters of limits.
template <int Words>
Picture picture(const Rules<Words>& rules, const Position<Words>& position);

/// The squares that a move begins and ends on.
template <int Words>
std::vector<std::string> move_squares(const Rules<Words>& rules, Move move);

}  // namespace tavlab::tafl
