#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/position.h"

namespace tavlab::tafl {

/// `rows side extras`: rows from the top rank down separated by '/', runs of empty cells as
/// numbers, pieces a d k c n; the side to move, a or d; then, where they apply and in this order,
/// `throw=`, `pending`, `king_moves=`, `quiet=`, `plies=`.
template <int Words>
std::string position_text(const Rules<Words>& rules, const Position<Words>& position);

/// Reads the same. Throws UserError naming what is wrong and where.
template <int Words>
Position<Words> parse_position(const Rules<Words>& rules, std::string_view text);

/// `a4-a2`; declined captures follow as `~b2`, in the order of the squares' names.
template <int Words>
std::string move_text(const Rules<Words>& rules, Move move);

/// Reads a legal move of the position (repetition aside). Throws UserError saying why it is none.
template <int Words>
Move parse_move(const Rules<Words>& rules, const Position<Words>& position, std::string_view text);

/// A throw as records write it: `[4]`, or `[even]` and `[odd]` for parity dice.
template <int Words>
std::string throw_text(const Rules<Words>& rules, std::uint8_t thrown);

/// Reads a possible outcome of the awaited throw. Throws UserError.
template <int Words>
std::uint8_t parse_throw(const Rules<Words>& rules, const Position<Words>& position,
                         std::string_view text);

/// The outcomes of the awaited throw with their probabilities, impossible ones left out.
template <int Words>
void throw_outcomes(const Rules<Words>& rules, const Position<Words>& position,
                    FixedList<ChanceOutcome, 20>& outcomes);

/// Names of the cells, sorted as text.
template <int Words>
std::vector<std::string> cell_names(const Rules<Words>& rules, const Bitboard<Words>& cells);

}  // namespace tavlab::tafl
