// Positions as text, and games that begin at one.
#include <cctype>
#include <sstream>
#include <stdexcept>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {
namespace {

/// Ranks from the top, as in "3a3/7/...", numbers being runs of empty cells.
std::string rows_text(const std::string& board, int size) {
  std::string rows;
  for (int rank = size - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) rows += std::to_string(empty);
      empty = 0;
    };
    for (int file = 0; file < size; ++file) {
      const char piece = at(board, rank * size + file);
      if (piece == kEmpty) {
        ++empty;
      } else {
        flush();
        rows += piece;
      }
    }
    flush();
    if (rank > 0) rows += '/';
  }
  return rows;
}

std::string board_from_rows(const std::string& rows, int size) {
  std::string board(static_cast<std::size_t>(size * size), kEmpty);
  int rank = size - 1;
  int file = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(rows[i])) != 0) {
      int run = rows[i] - '0';
      while (i + 1 < rows.size() && std::isdigit(static_cast<unsigned char>(rows[i + 1])) != 0) {
        run = run * 10 + (rows[++i] - '0');
      }
      file += run;
    } else {
      at(board, rank * size + file) = rows[i];
      ++file;
    }
  }
  return board;
}

}  // namespace

std::string ReferenceGame::position_text() const {
  std::string text = rows_text(state_.board, rules_->size) + ' ' + state_.side;
  if (!state_.roll.empty()) text += " throw=" + state_.roll;
  if (state_.pending) text += " pending";
  const auto counter = [&](const char* key, int limit, int count) {
    if (limit > 0 && count > 0) text += ' ' + std::string(key) + '=' + std::to_string(count);
  };
  counter("king_moves", rules_->king_side_moves, state_.king_moves);
  counter("quiet", rules_->quiet_plies, state_.quiet);
  counter("plies", rules_->total_plies, state_.plies);
  return text;
}

void ReferenceGame::set_position(const std::string& text) {
  std::istringstream words(text);
  std::string rows;
  std::string side;
  words >> rows >> side;
  State state;
  state.side = side.at(0);
  state.board = board_from_rows(rows, rules_->size);
  std::string word;
  while (words >> word) {
    const std::string key = word.substr(0, word.find('='));
    const std::string value = key == word ? "" : word.substr(key.size() + 1);
    if (key == "throw") {
      state.roll = value;
    } else if (key == "pending") {
      state.pending = true;
    } else if (key == "king_moves") {
      state.king_moves = std::stoi(value);
    } else if (key == "quiet") {
      state.quiet = std::stoi(value);
    } else if (key == "plies") {
      state.plies = std::stoi(value);
    } else {
      throw std::invalid_argument("unknown word in position: " + word);
    }
  }
  begin(state);
}

void ReferenceGame::start() {
  State state;
  state.board = rules_->start_board;
  state.side = rules_->first;
  begin(state);
}

/// "Rule 7 also applies to the start position and to a position given as text"; "The start
/// position is the first occurrence."
void ReferenceGame::begin(const State& state) {
  state_ = state;
  past_.clear();
  occurrences_.clear();
  check_no_legal_move(state_);
  remember(state_);
}

std::string ReferenceGame::to_move() const { return name_of_side(state_.side); }

}  // namespace tavlab::reference
