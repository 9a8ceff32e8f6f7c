#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// `rows side extras`: rows from the top rank down separated by '/', runs of empty cells as
/// numbers, pieces a d k c n; the side to move, a or d; then, if they apply and in this order,
/// `throw=`, `pending`, `king_moves=`, `quiet=`, `plies=`.
template <int Words>
std::string position_text(const Rules<Words>& rules, const Position<Words>& position);

/// Parses a position text. Throws UserError naming what is wrong and where.
template <int Words>
Position<Words> parse_position(const Rules<Words>& rules, std::string_view text);

/// `a4-a2`; declined captures follow as `~b2`, sorted by square name.
template <int Words>
std::string move_text(const Rules<Words>& rules, Move move);

/// Parses a legal move of the position (ignoring repetition). Throws UserError with the reason if
/// the move is not legal.
template <int Words>
Move parse_move(const Rules<Words>& rules, const Position<Words>& position, std::string_view text);

/// A roll as in game records: `[4]`, or `[even]` and `[odd]` for parity dice.
template <int Words>
std::string roll_text(const Rules<Words>& rules, std::uint8_t roll);

/// Parses a possible outcome of the roll that is due. Throws UserError.
template <int Words>
std::uint8_t parse_roll(const Rules<Words>& rules, const Position<Words>& position,
                        std::string_view text);

/// The possible outcomes of the roll that is due, with their probabilities.
template <int Words>
void roll_outcomes(const Rules<Words>& rules, const Position<Words>& position,
                   FixedList<ChanceOutcome, 20>& outcomes);

/// Names of the cells, sorted as text.
template <int Words>
std::vector<std::string> cell_names(const Rules<Words>& rules, const Bitboard<Words>& cells);

}  // namespace tavlab::tafl
