// Positions as text.
#include <cctype>
#include <sstream>

#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {
namespace {

char in_case_of(char player, char letter) {
  return static_cast<char>(player == 'w' ? std::toupper(letter) : std::tolower(letter));
}

char player_of(char letter) { return std::isupper(letter) != 0 ? 'w' : 'b'; }

/// Whether a ratnik at the bottom of the square stands where it may have stood at the start.
bool at_home(const Piece& piece, const std::string& square) {
  return piece.kind == 'P' && square[1] == second_rank(piece.owner) &&
         piece.destiny == destiny_of(square[0]);
}

}  // namespace

std::string ReferenceGame::piece_text(const Piece& piece, const std::string& square,
                                      bool bottom) const {
  std::string text;
  if (piece.destiny == 0) return {in_case_of(piece.owner, piece.kind)};
  text += piece.turned ? '+' : in_case_of(piece.owner, 'P');
  text += in_case_of(piece.owner, piece.destiny);
  if (piece.fresh && !(bottom && at_home(piece, square))) text += '\'';
  return text;
}

std::string ReferenceGame::board_text(const Board& board) const {
  std::string text;
  for (char rank = '8'; rank >= '1'; --rank) {
    int empty = 0;
    for (char file = 'a'; file <= 'h'; ++file) {
      const std::string square = {file, rank};
      const auto found = board.find(square);
      if (found == board.end()) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      std::string pieces;
      bool bottom = true;
      for (const Piece& piece : found->second) {
        pieces += piece_text(piece, square, bottom);
        bottom = false;
      }
      text += found->second.size() == 1 ? pieces : '(' + pieces + ')';
    }
    if (empty > 0) text += std::to_string(empty);
    if (rank > '1') text += '/';
  }
  return text;
}

/// The crossed square, where a capture en passant is legal.
std::string ReferenceGame::en_passant_text(const State& state) const {
  for (const Move& move : candidates(state)) {
    if (move.en_passant && legal(state, move)) return state.crossed;
  }
  return "-";
}

std::string ReferenceGame::recurrence_text(const State& state) const {
  std::string castling, unmoved;
  for (const char right : state.castling) castling += right;
  for (const char player : {'w', 'b'}) {
    for (char file = 'a'; file <= 'h'; ++file) {
      const std::string square = {file, second_rank(player)};
      const auto found = state.board.find(square);
      if (found == state.board.end()) continue;
      const Piece& bottom = found->second.front();
      if (bottom.owner == player && bottom.fresh && at_home(bottom, square)) {
        unmoved += in_case_of(player, file);
      }
    }
  }
  std::string text = board_text(state.board) + ' ' + state.side;
  text += ' ' + (castling.empty() ? "-" : castling);
  if (!choice_) text += ' ' + (unmoved.empty() ? "-" : unmoved);
  return text + ' ' + en_passant_text(state);
}

std::string ReferenceGame::text(const State& state) const {
  std::string text = recurrence_text(state);
  if (quiet_limit_ > 0 && state.quiet > 0) text += " quiet=" + std::to_string(state.quiet);
  if (total_limit_ > 0 && state.plies > 0) text += " plies=" + std::to_string(state.plies);
  return text;
}

State ReferenceGame::parse(const std::string& tfen) const {
  State state;
  std::istringstream fields(tfen);
  std::string board, side, castling, unmoved = "-", crossed;
  fields >> board >> side >> castling;
  if (!choice_) fields >> unmoved;
  fields >> crossed;

  char file = 'a', rank = '8';
  bool in_tower = false;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      file = 'a';
      --rank;
    } else if (c == '(') {
      in_tower = true;
    } else if (c == ')') {
      in_tower = false;
      ++file;
    } else if (std::isdigit(c) != 0) {
      file = static_cast<char>(file + (c - '0'));
    } else {
      Piece piece;
      piece.turned = c == '+';
      if (piece.turned || (std::toupper(c) == 'P' && !choice_)) {
        const char destiny = board[++i];
        piece.owner = player_of(destiny);
        piece.destiny = static_cast<char>(std::toupper(destiny));
      } else {
        piece.owner = player_of(c);
        piece.kind = static_cast<char>(std::toupper(c));
      }
      if (i + 1 < board.size() && board[i + 1] == '\'') {
        piece.fresh = true;
        ++i;
      }
      // Without a field for it, a ratnik on its second rank has not moved.
      if (choice_ && piece.kind == 'P' && double_right_ != "second_rank") {
        piece.fresh = rank == second_rank(piece.owner);
      }
      state.board[{file, rank}].push_back(piece);
      if (!in_tower) ++file;
    }
  }
  state.side = side[0];
  for (const char right : castling_&& castling != "-" ? castling : "") {
    const char* const owner = right == 'K' || right == 'Q' ? "first" : "second";
    if (castling_side_ == "both" || castling_side_ == owner) state.castling.insert(right);
  }
  if (unmoved != "-") {
    for (const char c : unmoved) {
      const std::string square = {static_cast<char>(std::tolower(c)), second_rank(player_of(c))};
      state.board.at(square).front().fresh = true;
    }
  }
  if (crossed != "-") state.crossed = crossed;

  std::string field;
  bool fen_counter = true;
  while (fields >> field) {
    if (field.starts_with("quiet=")) {
      state.quiet = std::stoi(field.substr(6));
    } else if (field.starts_with("plies=")) {
      state.plies = std::stoi(field.substr(6));
    } else if (fen_counter) {
      state.quiet = std::stoi(field);
      fen_counter = false;
    }
  }
  adjudicate(state);
  return state;
}

}  // namespace tavlab::tavreli_reference
