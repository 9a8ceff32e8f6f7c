#pragma once

#include <cstddef>
#include <cstdint>

#include "core/draughts/position.h"
#include "core/game.h"

namespace tavlab::draughts {

/// The maximum number of moves. Thirty kings on twelve ranks have fewer steps. If there are more
/// captures, which games do not come near, the first ones found are legal.
inline constexpr std::size_t kMaxMoves = 1024;
using Moves = FixedList<Move, kMaxMoves>;

/// All legal moves of a decision; there is at least one.
void generate(const Rules& rules, const Position& p, Moves& moves);

/// Their number.
std::uint64_t count_moves(const Rules& rules, const Position& p);

/// A uniformly random legal move of a decision.
Move random_move(const Rules& rules, const Position& p, Random& random);

/// Whether the side to move has a legal move, and whether it is a capture.
bool has_move(const Rules& rules, const Position& p);
bool must_capture(const Rules& rules, const Position& p);

/// Whether a legal move leaves the opponent without a move.
bool wins_at_once(const Rules& rules, const Position& p, Move move);

/// Whether `side` would have such a move if it were to move.
bool threatens(const Rules& rules, const Position& p, Side side);

/// The move ordering score: 2 for a step that crowns a man, else 0. Captures get no score: they are
/// compulsory, and the evaluation resolves them.
int move_order_score(const Rules& rules, const Position& p, Move move);

}  // namespace tavlab::draughts
