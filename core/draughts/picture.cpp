#include "core/draughts/picture.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/draughts/notation.h"
#include "core/draughts/ways.h"

namespace tavlab::draughts {
namespace {

using Emblem = PieceLook::Emblem;

std::size_t look_of(Piece piece) { return 2 * at(piece.side) + (piece.king ? 1 : 0); }

void add_looks(Picture& picture) {
  for (const Side side : {Side::first, Side::second}) {
    for (const bool king : {false, true}) {
      const char letter = letter_of({side, king});
      picture.looks.push_back({side, king ? "king" : "man", std::string(1, letter), letter, "",
                               king ? Emblem::crown : Emblem::none});
    }
  }
}

/// Adds the used plies of a limit, if there is a limit and any are used.
void add_counter(Picture& picture, const char* what, int used, int limit) {
  if (used > 0 && limit > 0) {
    picture.beside.push_back(fmt::format("{}: {} of {}", what, used, limit));
  }
}

}  // namespace

Picture picture(const Rules& rules, const Position& p) {
  const auto size = at(rules.parameters.size);
  Picture picture = empty_board(size, size);
  chequer(picture);
  picture.players = {"white", "black"};
  if (rules.parameters.columns) picture.stacks = Picture::Stacks::high;
  add_looks(picture);
  for (std::size_t rank = 0; rank < size; ++rank) {
    for (std::size_t file = 0; file < size; ++file) {
      Picture::Square& square = picture.at(size - 1 - rank, file);
      square.used = (rank + file) % 2 == 0;
      if (!square.used) continue;
      const int number = square_at(static_cast<int>(file), static_cast<int>(rank));
      for (const Piece piece : pieces_on(rules, p, number)) {
        square.pieces.push_back(static_cast<std::uint8_t>(look_of(piece)));
      }
    }
  }
  const QuietLimits quiet = quiet_limits(rules, p);
  add_counter(picture, "plies by kings only", p.king_moves, rules.parameters.kings_only);
  add_counter(picture, "plies of three kings against one", p.quiet, quiet.three_kings);
  add_counter(picture, "plies with few pieces", p.quiet, quiet.few_pieces);
  add_counter(picture, "plies", p.plies, rules.parameters.total_plies);
  return picture;
}

std::vector<std::string> move_squares(const Rules& rules, const Position& p, Move move) {
  std::vector<std::string> names;
  for (const int square : way_of(rules, p, move)) names.push_back(square_name(square));
  return names;
}

}  // namespace tavlab::draughts
