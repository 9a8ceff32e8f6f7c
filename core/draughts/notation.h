#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/position.h"

namespace tavlab::draughts {

/// The position as core/draughts/RULES.md writes it: rows from the top rank down, the side to move,
/// counters.
std::string position_text(const Rules& rules, const Position& p);

/// Reads one. Throws UserError naming the place: what no game can come to is refused as far as
/// counting and looking tells.
Position parse_position(const Rules& rules, std::string_view text);

/// "c3-d4", "c3:e5"; with every square where the piece lands, "a1:d4:g7", where another capture
/// begins and ends on the same squares.
std::string move_text(const Rules& rules, const Position& p, Move move);

/// Reads a legal move as move_text writes it, or any way of capturing that comes to the same; also
/// with x or - for the colon, and in capitals. Throws UserError.
Move parse_move(const Rules& rules, const Position& p, std::string_view text);

std::string square_name(int square);

/// "w" for White's man, "B" for Black's king.
char letter_of(Piece piece);

/// What stands on a square, from the bottom up.
std::vector<Piece> pieces_on(const Rules& rules, const Position& p, int square);

/// Squares whose piece, or top piece, the move captures; sorted.
std::vector<std::string> captured_squares(const Rules& rules, const Position& p, Move move);

/// Pieces of a side that are not in the enemy's columns.
int free_pieces(const Position& p, Side side);

}  // namespace tavlab::draughts
