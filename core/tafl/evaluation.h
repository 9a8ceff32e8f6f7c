#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// A hand-made evaluation of a position that is not over: the attackers' expected score, in (0, 1).
/// A logistic function of material, the king's ways out in one and two moves, his room, and how
/// many of his neighbours are hostile.
template <int Words>
double evaluate(const Rules<Words>& rules, const Position<Words>& position);

}  // namespace tavlab::tafl
