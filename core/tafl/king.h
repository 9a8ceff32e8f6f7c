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

/// Whether an attacker moving to the empty cell next to the king in `direction` might capture him;
/// true whenever `captures_king` would be.
template <int Words>
bool may_capture_king(const Rules<Words>& rules, const Position<Words>& position, int direction);

}  // namespace tavlab::tafl
