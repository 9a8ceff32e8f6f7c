#pragma once

#include "core/game.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Whether `side`, were it to move, could win at once by the king: by his escape, or by capturing
/// him. What it says is true; but it does not look for rarer ends (exit forts, encirclement, stuck
/// opponents, limits), nor, with dice, for what a throw still to come would allow.
template <int Words>
bool threatens(const Rules<Words>& rules, const Position<Words>& position, Side side);

}  // namespace tavlab::tafl
