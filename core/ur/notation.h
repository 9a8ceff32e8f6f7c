#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ur/position.h"

namespace tavlab::ur {

/// `rows side extras`: rows 3, 2 and 1 separated by '/', runs of empty squares as numbers, `_`
/// where the board has no square; the pieces w and b, W and B once they have turned (or, where
/// pieces do not turn, once they come to squares for the second time), a stack in brackets from the
/// bottom up; the side to throw or move, w or b; then, where they apply and in this order,
/// `home=2:3`, `throw=4`, `barred=d2`.
std::string position_text(const Rules& rules, const Position& position);

/// Reads the same. Throws UserError naming what is wrong and where.
Position parse_position(const Rules& rules, std::string_view text);

/// `d1-a1`, `hand-d1`, `b2-home`. Where two legal moves go by the same squares (on a path that
/// comes there twice), the path indices follow: `h2-g2@14-17`.
std::string move_text(const Rules& rules, const Position& position, Move move);

/// Reads a legal move of the position. Throws UserError saying why it is none.
Move parse_move(const Rules& rules, const Position& position, std::string_view text);

/// A throw as records write it: `[4]`.
std::string throw_text(std::uint8_t thrown);

/// Reads a possible outcome of the awaited throw. Throws UserError.
std::uint8_t parse_throw(const Rules& rules, const Position& position, std::string_view text);

/// Whether a piece is written with a capital. Where pieces do not turn it tells the second visit.
bool is_capital(const Rules& rules, int square, Piece piece);

/// The square where the move captures, if it does.
std::vector<std::string> captured_squares(const Rules& rules, const Position& position, Move move);

}  // namespace tavlab::ur
