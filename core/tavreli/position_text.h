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

std::string square_name(int square);

/// "K" for White's volkhv, "r" for Black's ratoborets.
char letter_of(Kind kind, Side side);

/// A piece as in position texts: "K", "pr", "+Q".
std::string piece_text(Piece piece);

/// The pieces on a square, from the bottom up.
std::vector<Piece> tower(const Position& p, int square);

}  // namespace tavlab::tavreli
