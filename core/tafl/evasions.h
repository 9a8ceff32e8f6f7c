#pragma once

#include "core/tafl/moves.h"

namespace tavlab::tafl {

/// The moves that may prevent the opponent's win at once, which he threatens (see `threatens`),
/// where the side to move does not threaten to win itself: at least all that do, in the order of
/// `generate`, those included that win at once by what `threatens` does not see. The attackers
/// usually have none against two open lines.
template <int Words>
void generate_evasions(const Rules<Words>& rules, const Position<Words>& position,
                       FixedList<Move, kMaxMoves<Words>>& moves);

}  // namespace tavlab::tafl
