#pragma once

#include <string>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// Why no move of the side to move leads from `from` to `to`: the first thing that is in its way.
/// Empty if one does, of another number of pieces or with another promotion.
std::string obstacle(const Rules& rules, const Position& p, int from, int to);

/// Why the side to move cannot castle (0: towards the h file). It cannot.
std::string castling_obstacle(const Rules& rules, const Position& p, unsigned which);

}  // namespace tavlab::tavreli
