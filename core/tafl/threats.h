#pragma once

#include "core/game.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Whether `side`, if it were to move, could win at once by capturing the king or by his escape. No
/// false positives; it does not check rarer ends (exit forts, encirclement, opponents without a
/// move, limits) nor, with dice, what a future roll would allow.
template <int Words>
bool threatens(const Rules<Words>& rules, const Position<Words>& position, Side side);

}  // namespace tavlab::tafl
