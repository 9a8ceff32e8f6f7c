// Rolls, moves and what follows them.
#include <algorithm>

#include "tests/ur/reference/game.h"

namespace tavlab::ur_reference {
namespace {

char other(char player) { return player == 'w' ? 'b' : 'w'; }

const std::vector<Piece>& stack_on(const Board& board, const std::string& square) {
  static const std::vector<Piece> nothing;
  const auto found = board.find(square);
  return found == board.end() ? nothing : found->second;
}

}  // namespace

const std::string& ReferenceGame::place(char player, int index) const {
  return path_.at(player)[static_cast<std::size_t>(index)];
}

const std::string& ReferenceGame::class_of(const std::string& square) const {
  static const std::string plain = "plain";
  const auto found = classes_.find(square);
  return found == classes_.end() ? plain : found->second;
}

bool ReferenceGame::holds_stack(const std::string& square) const {
  const std::string& c = class_of(square);
  return c == "depots" || c == "shared_depots" || c == "islands" ||
         (c == "finish" && finish_ == "stack");
}

bool ReferenceGame::has_room(const std::string& square, const std::vector<Piece>& stack) const {
  return static_cast<int>(stack.size()) < (holds_stack(square) ? capacity_ : 1);
}

bool ReferenceGame::gives_roll(char player, int index) const {
  return rosette_extra_ && class_of(place(player, index)) == "rosettes";
}

/// By the board as it stands before the move.
ReferenceGame::Landing ReferenceGame::landing(const State& state, char player, int to) const {
  if (to == exit_) return Landing::yes;
  const std::string& square = place(player, to);
  const std::vector<Piece>& stack = stack_on(state.board, square);
  if (stack.empty()) return Landing::yes;
  const std::string& c = class_of(square);
  const bool room = has_room(square, stack);
  if (c == "islands") return room ? Landing::yes : Landing::no;
  const Piece there = stack.back();
  const bool own = there.owner == player;
  if (c == "depots" || c == "shared_depots") return own && room ? Landing::yes : Landing::no;
  if (c == "finish" && finish_ != "normal" && turned(there.index)) {
    const bool joins = finish_ == "stack" && own && turned(to) && room;
    return joins ? Landing::yes : Landing::no;
  }
  if (own) return Landing::no;
  if (c == "rosettes" && rosette_safe_) return Landing::no;
  if (turned(there.index) != turned(to) && kinds_block_) return Landing::no;
  return Landing::capture;
}

bool ReferenceGame::can_stand(const Board& board, Piece piece) const {
  const std::string& square = place(piece.owner, piece.index);
  const std::vector<Piece>& stack = stack_on(board, square);
  if (stack.empty()) return true;
  if (!has_room(square, stack)) return false;
  if (class_of(square) == "islands") return true;
  const bool faces =
      class_of(square) != "finish" || (turned(piece.index) && turned(stack.back().index));
  return stack.back().owner == piece.owner && faces;
}

/// Path indices of the pieces that the player may move, 0 for one in hand.
std::vector<int> ReferenceGame::movable(const State& state, char player) const {
  std::vector<int> indices;
  if (state.hand.of(player) > 0) indices.push_back(0);
  for (const auto& [square, stack] : state.board) {
    const std::string& c = class_of(square);
    const bool any = any_in_depot_ && (c == "depots" || c == "shared_depots");
    for (std::size_t level = any ? 0 : stack.size() - 1; level < stack.size(); ++level) {
      if (stack[level].owner == player) indices.push_back(stack[level].index);
    }
  }
  return indices;
}

std::vector<Move> ReferenceGame::moves_with(const State& state, int roll) const {
  std::vector<Move> moves;
  if (roll == 0) return moves;
  for (const int from : movable(state, state.side)) {
    if (from != 0 && from == state.barred) continue;
    int to = from + roll;
    if (exit_at_least_) to = std::min(to, exit_);
    if (to <= exit_ && landing(state, state.side, to) != Landing::no) moves.push_back({from, to});
    const int back = from - roll;
    if (capture_backward_ && back >= 1 && landing(state, state.side, back) == Landing::capture) {
      moves.push_back({from, back});
    }
  }
  // Two like pieces of a stack make one move.
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

std::vector<Move> ReferenceGame::moves(const State& state) const {
  return moves_with(state, state.roll);
}

std::string ReferenceGame::captured_on(const State& state, Move move) const {
  const bool captures = landing(state, state.side, move.to) == Landing::capture;
  return captures ? place(state.side, move.to) : "";
}

bool ReferenceGame::deadlocked(const State& state) const {
  State looked_at = state;
  looked_at.barred = 0;
  for (const char player : {'w', 'b'}) {
    looked_at.side = player;
    for (const auto& [roll, probability] : rolls_) {
      if (!moves_with(looked_at, roll).empty()) return false;
    }
  }
  return true;
}

void ReferenceGame::end_in_deadlock(State& state) const {
  const int ahead = state.home.white - state.home.black;
  state.result = !more_home_wins_ || ahead == 0 ? "draw" : ahead > 0 ? "white" : "black";
  state.reason = "nobody can move";
  state.barred = 0;
}

State ReferenceGame::start() const {
  State state = given({}, 'w', {});
  if (opening_ == "one_moves") state.roll = 1;
  return state;
}

State ReferenceGame::given(const Board& board, char side, Both home, int barred) const {
  State state;
  state.board = board;
  state.side = side;
  state.home = home;
  state.barred = barred;
  state.hand = {pieces_ - home.white, pieces_ - home.black};
  for (const auto& [square, stack] : board) {
    for (const Piece& piece : stack) --state.hand.of(piece.owner);
  }
  return state;
}

State ReferenceGame::after_roll(State state, int roll) const {
  if (!moves_with(state, roll).empty()) {
    state.roll = roll;
    return state;
  }
  state.side = other(state.side);
  state.barred = 0;
  if (roll > 0 && deadlocked(state)) end_in_deadlock(state);
  return state;
}

State ReferenceGame::after_move(State state, Move move) const {
  const char player = state.side;
  const std::string captured = captured_on(state, move);
  if (move.from == 0) {
    --state.hand.of(player);
  } else {
    // The topmost of such pieces leaves its stack.
    const std::string& square = place(player, move.from);
    std::vector<Piece>& stack = state.board.at(square);
    const auto piece = std::find(stack.rbegin(), stack.rend(), Piece{player, move.from});
    stack.erase(std::next(piece).base());
    if (stack.empty()) state.board.erase(square);
  }
  if (!captured.empty()) {
    state.board.erase(captured);
    ++state.hand.of(other(player));
  }
  state.roll = 0;
  state.barred = 0;
  bool again = false;
  if (move.to == exit_) {
    if (++state.home.of(player) == pieces_to_win_) {
      state.result = player == 'w' ? "white" : "black";
      state.reason = "pieces home";
      return state;
    }
  } else {
    state.board[place(player, move.to)].push_back({player, move.to});
    again = gives_roll(player, move.to) || (!captured.empty() && capture_extra_);
  }
  if (!again) {
    state.side = other(player);
  } else if (another_piece_) {
    state.barred = move.to;
  }
  return state;
}

}  // namespace tavlab::ur_reference
