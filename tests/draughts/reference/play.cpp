#include <algorithm>

#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_reference {

ReferenceGame::ReferenceGame(const RuleSet& rule_set)
    : rule_set_(rule_set),
      size_(static_cast<int>(rule_set.integer("board.size"))),
      columns_(rule_set.flag("columns")) {}

/// A limit in plies; 0: none.
int ReferenceGame::limit(const char* key) const {
  return static_cast<int>(rule_set_.integer(key)) * (is("draws.unit", "moves") ? 2 : 1);
}

State ReferenceGame::start() const {
  State state;
  state.side = rule_set_.text("first")[0];
  const auto& rows = rule_set_.list("rows");
  const auto men_rows = static_cast<int>(rule_set_.integer("board.men_rows"));
  for (int file = 0; file < size_; ++file) {
    for (int rank = 0; rank < size_; ++rank) {
      if ((file + rank) % 2 != 0) continue;
      const std::string square = beside("a1", file, rank);
      if (!rows.empty()) {
        const char letter =
            rows[static_cast<std::size_t>(size_ - 1 - rank)][static_cast<std::size_t>(file)];
        if (letter == 'w' || letter == 'W') state.board[square] = {{'w', letter == 'W'}};
        if (letter == 'b' || letter == 'B') state.board[square] = {{'b', letter == 'B'}};
      } else if (rank < men_rows) {
        state.board[square] = {{'w', false}};
      } else if (size_ - 1 - rank < men_rows) {
        state.board[square] = {{'b', false}};
      }
    }
  }
  adjudicate(state);
  return state;
}

State ReferenceGame::played(const State& before, const Walk& walk) const {
  State after = before;
  after.board = walk.board;
  Stack walker = walk.walker;
  const bool by_king = before.board.at(walk.squares.front()).front().king;
  if (is("removal", "after")) {
    for (const std::string& square : walk.jumped) {
      Stack& prey = after.board.at(square);
      if (columns_) walker.push_back(prey.front());
      prey.erase(prey.begin());
      if (prey.empty()) after.board.erase(square);
    }
  }
  if (walk.squares.back().substr(1) == last_row(before.side)) walker.front().king = true;
  after.board[walk.squares.back()] = walker;
  after.side = other(before.side);
  count_plies(after, by_king, !walk.jumped.empty(), walker.front().king && !by_king);
  return after;
}

void ReferenceGame::count_plies(State& state, bool by_king, bool captured, bool crowned) const {
  if (limit("draws.kings_only") > 0) {
    state.king_moves = by_king && !captured ? state.king_moves + 1 : 0;
  }
  state.quiet = captured || crowned ? 0 : std::min(state.quiet + 1, most_quiet(state.board));
  if (rule_set_.integer("limits.total_plies") > 0) ++state.plies;
}

namespace {

struct Count {
  int men = 0, kings = 0;
  [[nodiscard]] int all() const { return men + kings; }
};

Count count(const Board& board, char player) {
  Count found;
  for (const auto& [square, stack] : board) {
    if (stack.front().owner == player) ++(stack.front().king ? found.kings : found.men);
  }
  return found;
}

}  // namespace

/// The limit of plies without a capture or crowning with these pieces; 0: none.
int ReferenceGame::few_pieces_limit(const Board& board) const {
  const Count white = count(board, 'w'), black = count(board, 'b');
  if (white.kings == 0 || black.kings == 0) return 0;
  switch (white.all() + black.all()) {
    case 2:
    case 3:
      return limit("draws.pieces_2_3");
    case 4:
    case 5:
      return limit("draws.pieces_4_5");
    case 6:
    case 7:
      return limit("draws.pieces_6_7");
    default:
      return 0;
  }
}

int ReferenceGame::three_kings_limit(const Board& board) const {
  const Count white = count(board, 'w'), black = count(board, 'b');
  if (white.men > 0 || black.men > 0) return 0;
  const bool three_against_one =
      (white.kings == 1 && black.kings >= 3) || (black.kings == 1 && white.kings >= 3);
  return three_against_one ? limit("draws.three_kings") : 0;
}

int ReferenceGame::most_quiet(const Board& board) const {
  return std::max(few_pieces_limit(board), three_kings_limit(board));
}

bool ReferenceGame::lone_king_on_main_road(const Board& board) const {
  const char lone = count(board, 'w').all() == 1 ? 'w' : 'b';
  for (const auto& [square, stack] : board) {
    if (stack.front().owner != lone) continue;
    return square[0] - 'a' + 1 == std::stoi(square.substr(1));
  }
  return false;
}

void ReferenceGame::adjudicate(State& state) const {
  state.result = "unfinished";
  state.reason = "";
  const auto draw = [&](const char* reason) {
    if (state.result != "unfinished") return;
    state.result = "draw";
    state.reason = reason;
  };
  if (!has_legal_move(state)) {
    state.result = state.side == 'w' ? "black" : "white";
    state.reason = count(state.board, state.side).all() == 0 ? "no pieces left" : "blocked";
  }
  const int kings_only = limit("draws.kings_only");
  if (kings_only > 0 && state.king_moves >= kings_only) draw("moves by kings only");
  const int three_kings = three_kings_limit(state.board);
  if (three_kings > 0 && state.quiet >= three_kings &&
      (is("draws.lone_king", "anywhere") || lone_king_on_main_road(state.board))) {
    draw("three kings against one");
  }
  const int few = few_pieces_limit(state.board);
  if (few > 0 && state.quiet >= few) draw("few pieces left");
  const auto total = static_cast<int>(rule_set_.integer("limits.total_plies"));
  if (total > 0 && state.plies >= total) draw("total plies");
}

}  // namespace tavlab::draughts_reference
