#pragma once

#include <algorithm>
#include <bit>

#include "core/bitboard.h"
#include "core/ur/position.h"

namespace tavlab::ur {

/// The maximum number of moves in a position: every piece, forwards and backwards.
inline constexpr std::size_t kMaxMoves = 2 * kMaxPieces;

inline Move forward_move(const Rules& rules, int from, int roll) {
  return Move(from, std::min(from + roll, rules.exit));
}

/// All legal moves of a decision position, at least one.
inline void generate(const Rules& rules, const Position& p, FixedList<Move, kMaxMoves>& moves) {
  moves.clear();
  for (PathMask m = forward_sources(rules, p, p.roll); m != 0; m &= m - 1) {
    moves.push(forward_move(rules, std::countr_zero(m), p.roll));
  }
  for (PathMask m = backward_sources(rules, p, p.roll); m != 0; m &= m - 1) {
    const int from = std::countr_zero(m);
    moves.push(Move(from, from - p.roll));
  }
}

/// The number of legal moves.
inline int count_moves(const Rules& rules, const Position& p) {
  return std::popcount(forward_sources(rules, p, p.roll)) +
         std::popcount(backward_sources(rules, p, p.roll));
}

/// A uniformly random legal move of a decision position.
inline Move random_move(const Rules& rules, const Position& p, Random& random) {
  const PathMask forward = forward_sources(rules, p, p.roll);
  const PathMask backward = backward_sources(rules, p, p.roll);
  const int count = std::popcount(forward);
  const auto bound = static_cast<std::uint32_t>(count + std::popcount(backward));
  const int drawn = static_cast<int>(random.below(bound));
  if (drawn < count) return forward_move(rules, select_bit(forward, drawn), p.roll);
  const int from = select_bit(backward, drawn - count);
  return Move(from, from - p.roll);
}

}  // namespace tavlab::ur
