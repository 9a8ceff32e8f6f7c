#pragma once

#include <string>
#include <vector>

#include "core/picture.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// The board with throne, corners and camps, the pieces, the roll, and the counters of limits.
template <int Words>
Picture picture(const Rules<Words>& rules, const Position<Words>& position);

/// The squares where a move begins and ends.
template <int Words>
std::vector<std::string> move_squares(const Rules<Words>& rules, Move move);

}  // namespace tavlab::tafl
