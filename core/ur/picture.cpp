#include "core/ur/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/subscript.h"
#include "core/ur/board.h"
#include "core/ur/notation.h"
#include "core/ur/player_name.h"

namespace tavlab::ur {
namespace {

using Emblem = PieceLook::Emblem;
using Shape = SquareMark::Shape;

/// By SquareClass; plain squares have none.
const std::array<SquareMark, 6>& marks() {
  static const std::array<SquareMark, 6> all = {{{},
                                                 {"rosette", '*', Shape::star},
                                                 {"depot", 'o', Shape::dot},
                                                 {"shared depot", 'O', Shape::ring},
                                                 {"island", '=', Shape::bars},
                                                 {"finish", 'x', Shape::cross}}};
  return all;
}

/// Both players' pieces; and those that have turned, or are on their second visit to a square.
std::vector<PieceLook> looks(const Rules& rules) {
  std::vector<PieceLook> all = {{Side::first, "piece", "w", 'w', "", Emblem::none},
                                {Side::second, "piece", "b", 'b', "", Emblem::none}};
  const bool turn = rules.parameters.turned_from > 0;
  const bool returns = std::ranges::any_of(
      rules.index, [](const auto& visits) { return visits[0][1] != 0; });  // [side][visit]
  if (turn || returns) {
    const std::string name = turn ? "turned piece" : "piece on its second visit";
    all.push_back({Side::first, name, "W", 'W', "", Emblem::ring});
    all.push_back({Side::second, name, "B", 'B', "", Emblem::ring});
  }
  return all;
}

/// Empty for a square off the board.
std::string name_on_board(const Rules& rules, int square) {
  return square == Rules::kOffBoard ? std::string() : square_name(rules.parameters.board, square);
}

}  // namespace

Picture picture(const Rules& rules, const Position& p) {
  const Board board = rules.parameters.board;
  Picture picture = empty_board(at(files(board)), 3);
  picture.players = {"white", "black"};
  picture.looks = looks(rules);
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < picture.columns; ++column) {
      const int number = square_at(board, {static_cast<int>(column), 2 - static_cast<int>(row)});
      Picture::Square& square = picture.at(row, column);
      square.exists = number >= 0;
      if (!square.exists) continue;
      const SquareClass c = rules.square_class(number);
      if (c != SquareClass::plain) picture.mark(row * picture.columns + column, marks()[at(c)]);
      if (rules.capacity[at(number)] > 1) picture.stacks = Picture::Stacks::low;
      const Stack stack = p.stacks[at(number)];
      for (int level = 0; level < height(stack); ++level) {
        const Piece piece = piece_at(stack, level);
        const std::size_t look = at(owner(piece)) + (is_capital(rules, number, piece) ? 2 : 0);
        square.pieces.push_back(static_cast<std::uint8_t>(look));
      }
    }
  }
  const auto hand = [&](Side side) {
    return fmt::format("{}: {} in hand, {} home", player_name(side), p.hand[at(side)],
                       p.home[at(side)]);
  };
  std::string roll;
  if (p.roll != 0) roll = fmt::format("{} rolled {}", player_name(p.side), p.roll);
  if (p.barred != 0) {
    roll += fmt::format("{}not with the piece on {}", roll.empty() ? "" : ", ",
                        name_on_board(rules, rules.square_of(p.side, p.barred)));
  }
  picture.beside = {hand(Side::second), roll, hand(Side::first)};
  return picture;
}

std::vector<std::string> move_squares(const Rules& rules, const Position& p, Move move) {
  return {name_on_board(rules, rules.square_of(p.side, move.from())),
          name_on_board(rules, rules.square_of(p.side, move.to()))};
}

}  // namespace tavlab::ur
