#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/position.h"

namespace tavlab::draughts {

/// The position in the notation of core/draughts/RULES.md: ranks from the top down, the side to
/// move, counters.
std::string position_text(const Rules& rules, const Position& p);

/// Parses a position. Throws UserError with the location. Rejects positions that simple checks show
/// to be impossible.
Position parse_position(const Rules& rules, std::string_view text);

/// "c3-d4", "c3:e5"; with all landing squares, "a1:d4:g7", if another capture begins and ends on
/// the same squares.
std::string move_text(const Rules& rules, const Position& p, Move move);

/// Parses a legal move as move_text writes it, or any path of the same capture; also with x or -
/// instead of the colon, and in capitals. Throws UserError.
Move parse_move(const Rules& rules, const Position& p, std::string_view text);

std::string square_name(int square);

/// "w" for White's man, "B" for Black's king.
char letter_of(Piece piece);

/// The pieces on a square, from the bottom up.
std::vector<Piece> pieces_on(const Rules& rules, const Position& p, int square);

/// The sorted squares whose piece, or top piece, the move captures.
std::vector<std::string> captured_squares(const Rules& rules, const Position& p, Move move);

/// The number of a side's pieces that are not in enemy columns.
int free_pieces(const Position& p, Side side);

}  // namespace tavlab::draughts
