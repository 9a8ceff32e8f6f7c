#include <fmt/format.h>

#include <cctype>
#include <sstream>

#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_reference {

State ReferenceGame::parse(const std::string& text) const {
  State state;
  std::istringstream words(text);
  std::string board, side;
  words >> board >> side;
  state.side = side[0];
  std::string square = beside("a1", 0, size_ - 1);
  bool in_column = false;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      square = fmt::format("a{}", std::stoi(square.substr(1)) - 1);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      std::size_t digits = 0;
      square = beside(square, std::stoi(board.substr(i), &digits), 0);
      i += digits - 1;
    } else if (c == '(' || c == ')') {
      in_column = c == '(';
      if (!in_column) square = beside(square, 1, 0);
    } else {
      const char owner = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      auto& column = state.board[square];
      column.insert(column.begin(), {owner, owner != c});
      if (!in_column) square = beside(square, 1, 0);
    }
  }
  for (std::string word; words >> word;) {
    const int value = std::stoi(word.substr(word.find('=') + 1));
    if (word.starts_with("king_moves")) state.king_moves = value;
    if (word.starts_with("quiet")) state.quiet = value;
    if (word.starts_with("plies")) state.plies = value;
  }
  adjudicate(state);
  return state;
}

std::string ReferenceGame::recurrence_text(const State& state) const {
  std::string text;
  for (int rank = size_; rank >= 1; --rank) {
    int empty = 0;
    std::string row;
    const auto end_run = [&] {
      if (empty > 0) row += std::to_string(empty);
      empty = 0;
    };
    for (char file = 'a'; file < 'a' + size_; ++file) {
      const auto found = state.board.find(file + std::to_string(rank));
      if (found == state.board.end()) {
        ++empty;
        continue;
      }
      end_run();
      std::string pieces;
      for (const Piece& piece : found->second) {
        pieces.insert(pieces.begin(),
                      static_cast<char>(piece.king ? std::toupper(piece.owner) : piece.owner));
      }
      row += pieces.size() > 1 ? "(" + pieces + ")" : pieces;
    }
    end_run();
    text += (rank < size_ ? "/" : "") + row;
  }
  return text + " " + state.side;
}

std::string ReferenceGame::text(const State& state) const {
  std::string text = recurrence_text(state);
  if (state.king_moves > 0) text += " king_moves=" + std::to_string(state.king_moves);
  if (state.quiet > 0) text += " quiet=" + std::to_string(state.quiet);
  if (state.plies > 0) text += " plies=" + std::to_string(state.plies);
  return text;
}

}  // namespace tavlab::draughts_reference
