#pragma once

#include <algorithm>
#include <cstdint>

#include "core/game.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// At most four pieces can reach an empty cell, and each of these moves may decline up to three
/// captures.
template <int Words>
inline constexpr std::size_t kMaxMoves = kMaxCells<Words> * 4 * 8;

/// The set shifted by one step in a direction.
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

/// The cells next to any cell of a set.
template <int Words>
inline Bitboard<Words> spread(const Rules<Words>& rules, const Bitboard<Words>& set) {
  return step(rules, set, kEast) | step(rules, set, kWest) | step(rules, set, kNorth) |
         step(rules, set, kSouth);
}

/// All legal moves of a decision position, at least one.
template <int Words>
void generate(const Rules<Words>& rules, const Position<Words>& position,
              FixedList<Move, kMaxMoves<Words>>& moves);

/// The legal moves that capture something.
template <int Words>
void generate_captures(const Rules<Words>& rules, const Position<Words>& position,
                       FixedList<Move, kMaxMoves<Words>>& moves);

/// The legal moves to these cells, in the order of `generate`.
template <int Words>
void generate_moves_to(const Rules<Words>& rules, const Position<Words>& position,
                       const Bitboard<Words>& cells, FixedList<Move, kMaxMoves<Words>>& moves);

/// The number of legal moves, without listing them.
template <int Words>
std::uint64_t count_moves(const Rules<Words>& rules, const Position<Words>& position);

/// Whether the side to move has a legal move; before a roll of the dice, with any roll.
template <int Words>
bool has_move(const Rules<Words>& rules, const Position<Words>& position);

/// A uniformly random legal move of a decision position.
template <int Words>
Move random_move(const Rules<Words>& rules, const Position<Words>& position, Random& random);

/// Whether the piece on `from` can move to `to`, ignoring captures.
template <int Words>
bool can_reach(const Rules<Words>& rules, const Position<Words>& position, int from, int to);

/// Whether a move of these rules, legal in some position, is legal here.
template <int Words>
bool is_legal(const Rules<Words>& rules, const Position<Words>& position, Move move);

/// Whether the side to move has a legal move with a roll (1 to faces) of distance dice.
template <int Words>
bool roll_allows_move(const Rules<Words>& rules, const Position<Words>& position, int roll);

}  // namespace tavlab::tafl
