// Positions and moves as text.
#include <string_view>

#include "tests/ur/reference/game.h"

namespace tavlab::ur_reference {

/// Capital once turned; where pieces do not turn, on the second visit to a square.
char ReferenceGame::letter(Piece piece) const {
  bool capital = turned(piece.index);
  if (turned_from_ == 0) {
    for (int earlier = 1; earlier < piece.index; ++earlier) {
      if (place(piece.owner, earlier) == place(piece.owner, piece.index)) capital = true;
    }
  }
  const std::string_view letters = capital ? "WB" : "wb";
  return letters[piece.owner == 'w' ? 0 : 1];
}

std::string ReferenceGame::text(const State& state) const {
  const bool aseb = board_ == "aseb";
  std::string text;
  for (const char rank : {'3', '2', '1'}) {
    // The row, square by square, with '_' where there is none and '.' where there is nothing.
    const std::string_view squares =
        rank == '2' ? (aseb ? "abcdefghijkl" : "abcdefgh") : (aseb ? "abcd" : "abcd__gh");
    std::string row;
    for (const char file : squares) {
      const auto stack = state.board.find({file, rank});
      if (file == '_') {
        row += '_';
      } else if (stack == state.board.end()) {
        row += '.';
      } else {
        std::string pieces;
        for (const Piece& piece : stack->second) pieces += letter(piece);
        row += pieces.size() == 1 ? pieces : '(' + pieces + ')';
      }
    }
    // Runs of empty squares as numbers.
    for (std::size_t i = 0; i < row.size();) {
      std::size_t run = 0;
      while (i + run < row.size() && row[i + run] == '.') ++run;
      text += run > 0 ? std::to_string(run) : std::string(1, row[i]);
      i += run > 0 ? run : 1;
    }
    text += rank == '1' ? ' ' : '/';
  }
  text += state.side;
  if (state.home.white + state.home.black > 0) {
    text += " home=" + std::to_string(state.home.white) + ':' + std::to_string(state.home.black);
  }
  if (state.roll > 0) text += " throw=" + std::to_string(state.roll);
  if (state.barred > 0) text += " barred=" + place(state.side, state.barred);
  return text;
}

std::string ReferenceGame::move_text(char side, Move move) const {
  return place(side, move.from) + '-' + place(side, move.to);
}

}  // namespace tavlab::ur_reference
