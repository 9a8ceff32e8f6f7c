#pragma once

#include <cstdint>

#include "core/game.h"
#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The maximum number of moves in a position: 31 pieces to lift, each with as many targets as a
/// helgi, and two castlings.
inline constexpr std::size_t kMaxMoves = 31 * 35 + 2;

/// Squares that the top piece of a friendly tower may move to, with any number of pieces below it.
/// Without en passant and castling, and ignoring the safety of the mover's volkhv.
Squares targets(const Rules& rules, const Position& p, int from);

/// Whether the side to move may castle (0: towards the h file), including safety.
bool can_castle(const Rules& rules, const Position& p, unsigned which);

/// Whether a move leaves the mover's volkhv safe as far as the rules require: not attacked, if
/// checkmate wins; else, with volkhv.into_attack = false, not moved into an attack.
bool is_safe(const Rules& rules, const Position& p, Move move);

/// All legal moves of a decision position, at least one.
void generate(const Rules& rules, const Position& p, FixedList<Move, kMaxMoves>& moves);

/// Whether a move of these rules, legal in some position, is legal here.
bool is_legal(const Rules& rules, const Position& p, Move move);

/// The number of legal moves.
std::uint64_t count_moves(const Rules& rules, const Position& p);

/// Whether there is a legal move.
bool has_move(const Rules& rules, const Position& p);

/// A uniformly random legal move of a decision position.
Move random_move(const Rules& rules, const Position& p, Random& random);

/// Whether `side`, if it were to move, could move onto the opponent's volkhv. If checkmate wins,
/// this holds for the side that gives check, never for the side to move.
bool threatens(const Rules& rules, const Position& p, Side side);

/// A score for move ordering: 0 for a quiet move; 1 for a check by the moved pieces, or for freeing
/// a friendly piece below a single one; 2 or more for a capture or a promotion, higher for more
/// valuable victims and less valuable movers. Of the captures by the same tower only those by its
/// top piece alone and by the whole tower count.
int move_order_score(const Rules& rules, const Position& p, Move move);

/// The legal moves with a move ordering score of at least `least` (1 or 2), in the order of
/// `generate`.
void generate_forcing(const Rules& rules, const Position& p, int least,
                      FixedList<Move, kMaxMoves>& moves);

/// Whether the move places pieces on an enemy piece (or captures it), including en passant.
bool is_capture(const Position& p, Move move);

}  // namespace tavlab::tavreli
