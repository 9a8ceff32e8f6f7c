#pragma once

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// What a move captures.
template <int Words>
struct Captures {
  Bitboard<Words> soldiers{};  ///< pieces other than the king
  unsigned directions = 0;     ///< from which `soldiers` were found, by Direction
  bool king = false;
};

/// What the piece of the side to move that has just been shifted to `to` captures, before anything
/// else of the move is played. Directions in the mask `declined` are left out.
template <int Words>
Captures<Words> find_captures(const Rules<Words>& rules, const Position<Words>& shifted, int to,
                              unsigned declined);

/// The pieces that the move would capture, the king included; nothing is played.
template <int Words>
Bitboard<Words> captures_of(const Rules<Words>& rules, const Position<Words>& position, Move move);

/// The directions in which the move captures soldiers (a mask by Direction), declined or not.
template <int Words>
unsigned capture_directions(const Rules<Words>& rules, const Position<Words>& position, int from,
                            int to);

}  // namespace tavlab::tafl
