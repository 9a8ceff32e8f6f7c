#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// What a move captures.
template <int Words>
struct Captures {
  Bitboard<Words> pieces{};  ///< except the king
  unsigned directions = 0;   ///< mask by Direction: where `pieces` are captured
  bool king = false;
};

/// The captures by the piece of the side to move that has just been shifted to `to`, before the
/// rest of the move is played, except in the directions of the mask `declined`.
template <int Words>
Captures<Words> find_captures(const Rules<Words>& rules, const Position<Words>& shifted, int to,
                              unsigned declined);

/// The pieces that the move would capture, including the king.
template <int Words>
Bitboard<Words> captures_of(const Rules<Words>& rules, const Position<Words>& position, Move move);

/// The directions in which the move captures pieces other than the king (a mask by Direction),
/// declined or not.
template <int Words>
unsigned capture_directions(const Rules<Words>& rules, const Position<Words>& position, int from,
                            int to);

}  // namespace tavlab::tafl
