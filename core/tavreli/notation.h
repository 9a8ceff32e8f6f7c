#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The position as core/tavreli/RULES.md writes it: TFEN, or FEN where ratniks choose what they
/// become.
std::string position_text(const Rules& rules, const Position& p);

/// Reads one. Throws UserError naming the place: what no game can come to is refused as far as
/// counting and looking tells. An en passant square without a legal capture is forgotten.
Position parse_position(const Rules& rules, std::string_view text);

/// "e2-e4", "c3(2)-c6", "0-0", "e7-e8Q".
std::string move_text(const Position& p, Move move);

/// Reads a legal move, as move_text writes it or as published games do: capitals, Cyrillic а с е о,
/// a missing dash, and marks behind it (+ x # ! ? *). Throws UserError.
Move parse_move(const Rules& rules, const Position& p, std::string_view text);

std::string square_name(int square);

/// "K" for White's volkhv, "r" for Black's ratoborets.
char letter_of(Kind kind, Side side);

/// A piece as position texts write it: "K", "pr", "+Q".
std::string piece_text(Figure figure);

/// What stands on a square, from the bottom up.
std::vector<Figure> tower(const Position& p, int square);

/// Squares whose enemy top the move puts figures upon, or takes, or lifts en passant; sorted.
std::vector<std::string> captured_squares(const Position& p, Move move);

/// Figures of a side that are not in the enemy's towers.
int free_figures(const Position& p, Side side);

}  // namespace tavlab::tavreli
