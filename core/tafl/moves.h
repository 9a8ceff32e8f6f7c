#pragma once

#include <algorithm>
#include <cstdint>

#include "core/game.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// At most four pieces reach an empty cell, and each such move may decline up to three captures.
template <int Words>
inline constexpr std::size_t kMaxMoves = kMaxCells<Words> * 4 * 8;

/// The cells one step on in a direction from those of a set.
template <int Words>
inline Bitboard<Words> step(const Rules<Words>& rules, const Bitboard<Words>& set, int direction) {
  const Bitboard<Words> from = set & rules.may_step[static_cast<std::size_t>(direction)];
  switch (direction) {
    case kEast:
      return from << 1;
    case kWest:
      return from >> 1;
    case kNorth:
      return from << rules.size;
    default:
      return from >> rules.size;
  }
}

/// All legal moves of a decision; there is at least one.
template <int Words>
void generate(const Rules<Words>& rules, const Position<Words>& position,
              FixedList<Move, kMaxMoves<Words>>& moves);

/// Their number, without making a list.
template <int Words>
std::uint64_t count_moves(const Rules<Words>& rules, const Position<Words>& position);

/// Whether the side to move has a legal move; with dice whose throw is awaited, with any throw.
template <int Words>
bool has_move(const Rules<Words>& rules, const Position<Words>& position);

/// A uniformly random legal move of a decision.
template <int Words>
Move random_move(const Rules<Words>& rules, const Position<Words>& position, Random& random);

/// Whether the piece on `from` may move to `to` now, captures aside.
template <int Words>
bool can_reach(const Rules<Words>& rules, const Position<Words>& position, int from, int to);

/// Whether a throw (1 to faces) of distance dice lets the side to move move.
template <int Words>
bool throw_allows_move(const Rules<Words>& rules, const Position<Words>& position, int thrown);

}  // namespace tavlab::tafl
