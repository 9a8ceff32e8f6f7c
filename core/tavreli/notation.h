#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The position text of core/tavreli/RULES.md: TFEN, or FEN if ratniks choose what they become.
std::string position_text(const Rules& rules, const Position& p);

/// Parses a position text. Throws UserError naming the location. Rejects positions that counts and
/// simple checks show to be impossible; drops an en passant square without a legal capture.
Position parse_position(const Rules& rules, std::string_view text);

/// "e2-e4", "c3(2)-c6", "0-0", "e7-e8Q".
std::string move_text(const Position& p, Move move);

/// Parses a legal move as written by move_text or in published games: capitals, Cyrillic а с е о, a
/// missing dash, and marks after it (+ x # ! ? *). Throws UserError.
Move parse_move(const Rules& rules, const Position& p, std::string_view text);

std::string square_name(int square);

/// "K" for White's volkhv, "r" for Black's ratoborets.
char letter_of(Kind kind, Side side);

/// A piece as in position texts: "K", "pr", "+Q".
std::string piece_text(Piece piece);

/// The pieces on a square, from the bottom up.
std::vector<Piece> tower(const Position& p, int square);

/// Squares whose enemy top piece the move covers, captures, or lifts en passant; sorted.
std::vector<std::string> captured_squares(const Position& p, Move move);

/// Pieces of a side that are not in the enemy's towers.
int free_pieces(const Position& p, Side side);

}  // namespace tavlab::tavreli
