#pragma once

#include <optional>
#include <vector>

#include "core/draughts/captures.h"

// Captures square by square, as texts and drawings tell them.
namespace tavlab::draughts {

/// The squares of a legal move in order: where it begins, and each where it lands.
std::vector<int> way_of(const Rules& rules, const Position& p, Move move);

/// The legal capture that lands on these squares, of which the first is where it begins, or any
/// other that comes to the same. Nothing where there is none.
std::optional<Move> move_along(const Rules& rules, const Position& p, const std::vector<int>& way);

/// The squares whose piece or top piece a legal move captures, without duplicates.
std::vector<int> captured_by(const Rules& rules, const Position& p, Move move);

/// A capture with columns, followed again to its end. For moves that capture nothing, its
/// beginning.
Chain<Narrow, true> followed(const Rules& rules, const Position& p, Move move);

}  // namespace tavlab::draughts
