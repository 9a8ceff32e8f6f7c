#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ur/position.h"

namespace tavlab::ur {

/// `rows side extras`: rows 3, 2 and 1 separated by '/', runs of empty squares as numbers, `_`
/// where the board has no square; the pieces w and b, W and B once they have turned (or, if pieces
/// do not turn, on their second visit to a square), a stack in parentheses from the bottom up; the
/// side to roll or move, w or b; then, if they apply and in this order, `home=2:3`, `throw=4`,
/// `barred=d2`.
std::string position_text(const Rules& rules, const Position& position);

/// Parses a position text. Throws UserError naming what is wrong and where.
Position parse_position(const Rules& rules, std::string_view text);

/// `d1-a1`, `hand-d1`, `b2-home`. If two legal moves have the same squares (on a path that visits
/// them twice), the path indices follow: `h2-g2@14-17`.
std::string move_text(const Rules& rules, const Position& position, Move move);

/// Parses a legal move of the position. Throws UserError with the legal ones otherwise.
Move parse_move(const Rules& rules, const Position& position, std::string_view text);

/// A roll as in game records: `[4]`.
std::string roll_text(std::uint8_t roll);

/// Parses a possible outcome of the roll that is due. Throws UserError.
std::uint8_t parse_roll(const Rules& rules, const Position& position, std::string_view text);

/// Whether a piece is written with a capital letter: it has turned, or, if pieces do not turn, it
/// is on its second visit.
bool is_capital(const Rules& rules, int square, Piece piece);

/// The square where the move captures, if it does.
std::vector<std::string> captured_squares(const Rules& rules, const Position& position, Move move);

}  // namespace tavlab::ur
