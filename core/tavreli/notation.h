#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// "e2-e4", "c3(2)-c6", "0-0", "e7-e8Q".
std::string move_text(const Position& p, Move move);

/// Parses a legal move as written by move_text or in published games: capitals, Cyrillic а с е о, a
/// missing dash, and marks after it (+ x # ! ? *). Throws UserError.
Move parse_move(const Rules& rules, const Position& p, std::string_view text);

/// Squares whose enemy top piece the move covers, captures, or lifts en passant; sorted.
std::vector<std::string> captured_squares(const Position& p, Move move);

/// Pieces of a side that are not in the enemy's towers.
int free_pieces(const Position& p, Side side);

}  // namespace tavlab::tavreli
