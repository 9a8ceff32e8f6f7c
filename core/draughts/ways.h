#pragma once

#include <optional>
#include <vector>

#include "core/draughts/captures.h"

// Captures square by square, for notation and drawings.
namespace tavlab::draughts {

/// The squares of a legal move in order: the origin and all landing squares.
std::vector<int> way_of(const Rules& rules, const Position& p, Move move);

/// Whether another legal capture begins and ends on the same squares as this one. Captures beyond
/// kMaxMoves, which are not generated, count, too.
bool is_ambiguous(const Rules& rules, const Position& p, Move capture);

/// The legal capture along these squares, beginning with the origin, or another one with the same
/// outcome. Empty if there is none.
std::optional<Move> move_along(const Rules& rules, const Position& p, const std::vector<int>& way);

/// The squares whose piece or top piece a legal move captures, without duplicates.
std::vector<int> captured_by(const Rules& rules, const Position& p, Move move);

/// Replays a capture with columns to its end. For other moves, the chain before any jump.
Chain<Narrow, true> followed(const Rules& rules, const Position& p, Move move);

}  // namespace tavlab::draughts
