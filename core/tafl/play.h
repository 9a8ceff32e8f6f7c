#pragma once

#include <cstdint>

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Plays a legal move; returns whether it captured (no earlier position can then recur).
template <int Words>
bool play(const Rules<Words>& rules, Position<Words>& position, Move move);

/// Lets the awaited throw come out as `thrown`: the face for distance dice; for parity dice 1 lets
/// the player move and 2 passes the turn.
template <int Words>
void play_throw(const Rules<Words>& rules, Position<Words>& position, std::uint8_t thrown);

}  // namespace tavlab::tafl
