#pragma once

#include "core/tafl/moves.h"

namespace tavlab::tafl {

/// For a position where the opponent threatens to win at once (see `threatens`) and the side to
/// move does not: a superset of the moves that prevent it, in the order of `generate`, including
/// wins at once that `threatens` does not see. The attackers usually have none against two open
/// lines.
template <int Words>
void generate_evasions(const Rules<Words>& rules, const Position<Words>& position,
                       FixedList<Move, kMaxMoves<Words>>& moves);

}  // namespace tavlab::tafl
