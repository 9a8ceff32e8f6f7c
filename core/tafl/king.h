#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

// When the king is captured by being held; nothing else decides it. (A shieldwall row that he
// stands in is captures.h's.)

/// Whether the attackers' piece that has just moved to `to` captures the king, who stands beside it
/// in `direction`.
template <int Words>
bool captures_king(const Rules<Words>& rules, const Position<Words>& position, int to,
                   int direction);

/// Whether the king, who has not moved, is still held after the defenders' reply, where captures of
/// the king take effect only then.
template <int Words>
bool king_still_held(const Rules<Words>& rules, const Position<Words>& position);

/// Whether an attacker that came to the empty cell beside the king in `direction` might capture
/// him; true wherever `captures_king` would be.
template <int Words>
bool may_capture_king(const Rules<Words>& rules, const Position<Words>& position, int direction);

}  // namespace tavlab::tafl
