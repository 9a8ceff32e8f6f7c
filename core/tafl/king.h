#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

// The only place that decides whether the king is captured by being held. (captures.h handles
// shieldwall rows that include him.)

/// Whether the attackers' piece that has just moved to `to` captures the king next to it in
/// `direction`.
template <int Words>
bool captures_king(const Rules<Words>& rules, const Position<Words>& position, int to,
                   int direction);

/// Whether the king, who has not moved, is still held after the defenders' reply; for rules under
/// which his capture takes effect only then.
template <int Words>
bool king_still_held(const Rules<Words>& rules, const Position<Words>& position);

/// The empty cells next to the king where an attacker that moves there might capture him: a
/// superset of those for which `captures_king` would be true.
template <int Words>
Bitboard<Words> king_capture_cells(const Rules<Words>& rules, const Position<Words>& position);

}  // namespace tavlab::tafl
