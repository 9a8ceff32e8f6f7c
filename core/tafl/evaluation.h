#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// A handcrafted evaluation of a position that is not over: the log-odds of the attackers' expected
/// score, linear in material, the king's escapes in one and two moves, his mobility, and the number
/// of hostile neighbours.
template <int Words>
double evaluate_logit(const Rules<Words>& rules, const Position<Words>& position);

}  // namespace tavlab::tafl
