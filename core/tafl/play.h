#pragma once

#include <cstdint>

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Plays a legal move. Returns whether it captured, so that no earlier position can recur.
template <int Words>
bool play(const Rules<Words>& rules, Position<Words>& position, Move move);

/// Applies a roll: the face for distance dice; for parity dice 1 lets the player move and 2 passes
/// the turn.
template <int Words>
void play_roll(const Rules<Words>& rules, Position<Words>& position, std::uint8_t roll);

}  // namespace tavlab::tafl
