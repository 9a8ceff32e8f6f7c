#pragma once

#include "core/tafl/moves.h"

namespace tavlab::tafl {

/// The moves that may prevent the opponent's win at once, which he threatens (see `threatens`),
/// where the side to move cannot win at once itself: at least all that do, in the order of
/// `generate`. The attackers have none against two open lines.
template <int Words>
void generate_evasions(const Rules<Words>& rules, const Position<Words>& position,
                       FixedList<Move, kMaxMoves<Words>>& moves);

}  // namespace tavlab::tafl
