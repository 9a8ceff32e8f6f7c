// How pieces move, and what they attack.
#include <algorithm>
#include <utility>

#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {
namespace {

using Steps = std::vector<std::pair<int, int>>;

const Steps along_lines = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const Steps along_diagonals = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps vsadnik_steps = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                             {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

void add_steps(const std::string& from, const Steps& steps, std::vector<std::string>& squares) {
  for (const auto& [files, ranks] : steps) {
    const std::string square = beside(from, files, ranks);
    if (!square.empty()) squares.push_back(square);
  }
}

/// Slides up to the first piece, its square included.
void add_slides(const Board& board, const std::string& from, const Steps& directions,
                std::vector<std::string>& squares) {
  for (const auto& [files, ranks] : directions) {
    std::string square = beside(from, files, ranks);
    while (!square.empty()) {
      squares.push_back(square);
      if (board.contains(square)) break;
      square = beside(square, files, ranks);
    }
  }
}

}  // namespace

/// The squares that the top piece could come to if an enemy's piece stood there.
std::vector<std::string> ReferenceGame::reached(const Board& board, const std::string& from) const {
  std::vector<std::string> squares;
  const Piece& piece = *top(board, from);
  const char way = piece.acts_as();
  if (way == 'P') {
    const int rank = ahead(piece.owner);
    add_steps(from, {{-1, rank}, {1, rank}}, squares);
  }
  if (way == 'K') {
    add_steps(from, along_lines, squares);
    add_steps(from, along_diagonals, squares);
  }
  if (way == 'R' || way == 'Q' || way == 'H') add_slides(board, from, along_lines, squares);
  if (way == 'B' || way == 'Q' || way == 'H') add_slides(board, from, along_diagonals, squares);
  if (way == 'N' || way == 'H') add_steps(from, vsadnik_steps, squares);
  return squares;
}

/// Whether the player may put pieces there; an empty square counts as well.
bool ReferenceGame::may_be_stood_on(const Board& board, const std::string& square,
                                    char player) const {
  const Piece* there = top(board, square);
  if (there == nullptr) return true;
  const bool own = there->owner == player;
  if (there->kind == 'K') return volkhv_capture_ && !own;
  return stacking_ || !own;
}

bool ReferenceGame::attacked(const Board& board, const std::string& square, char by) const {
  for (const auto& [from, tower] : board) {
    if (tower.back().owner != by) continue;
    const std::vector<std::string> squares = reached(board, from);
    if (std::find(squares.begin(), squares.end(), square) != squares.end()) return true;
  }
  return false;
}

bool ReferenceGame::in_check(const Board& board, char player) const {
  for (const auto& [square, tower] : board) {
    if (tower.back().owner == player && tower.back().kind == 'K') {
      return attacked(board, square, other(player));
    }
  }
  return false;
}

}  // namespace tavlab::tavreli_reference
