#pragma once

#include <cstdint>

#include "core/game.h"
#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The most moves of a decision: 31 figures to take up, each with as many targets as a helgi, and
/// two castlings.
inline constexpr std::size_t kMaxMoves = 31 * 35 + 2;

/// Squares that the top figure of an own tower may go to, however many figures go along. En passant
/// and castling are not among them, and nothing is asked about the safety of the own volkhv.
Squares targets(const Rules& rules, const Position& p, int from);

/// Whether the side to move may castle so (0: towards the h file), safety included.
bool can_castle(const Rules& rules, const Position& p, unsigned which);

/// Whether a move leaves the own volkhv where he may be: not attacked, where mate wins.
bool is_safe(const Rules& rules, const Position& p, Move move);

/// All legal moves of a decision; there is at least one.
void generate(const Rules& rules, const Position& p, FixedList<Move, kMaxMoves>& moves);

/// Their number.
std::uint64_t count_moves(const Rules& rules, const Position& p);

/// Whether there is one.
bool has_move(const Rules& rules, const Position& p);

/// A uniformly random legal move of a decision.
Move random_move(const Rules& rules, const Position& p, Random& random);

/// Whether `side`, were it to move, could stand upon the other's volkhv. Where mate wins that is so
/// for the side that gives check, and never for the side to move.
bool threatens(const Rules& rules, const Position& p, Side side);

/// How much a move forces: 0 a quiet one; 1 a check given by the moved figures, or a way out for
/// own figures below them; from 2 on a capture or a turning over, higher for what covers more by
/// less. A capture by some of the figures that could is quiet here, but for the top one alone and
/// for all.
int move_order_score(const Rules& rules, const Position& p, Move move);

/// Whether the move puts figures on an enemy's (or takes it), en passant included.
bool is_capture(const Position& p, Move move);

}  // namespace tavlab::tavreli
