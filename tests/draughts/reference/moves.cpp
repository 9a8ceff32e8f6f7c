#include <algorithm>
#include <array>
#include <set>

#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_reference {
namespace {

constexpr std::array<std::array<int, 2>, 4> kDiagonals = {{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}}};

int ahead(char player) { return player == 'w' ? 1 : -1; }

bool empty(const Board& board, const std::string& square) { return !board.contains(square); }

}  // namespace

char other(char player) { return player == 'w' ? 'b' : 'w'; }

std::string beside(const std::string& square, int files, int ranks) {
  return static_cast<char>(square[0] + files) + std::to_string(std::stoi(square.substr(1)) + ranks);
}

bool ReferenceGame::on_board(const std::string& square) const {
  const int file = square[0] - 'a', rank = std::stoi(square.substr(1)) - 1;
  return file >= 0 && file < size_ && rank >= 0 && rank < size_;
}

std::string ReferenceGame::last_row(char player) const {
  return std::to_string(player == 'w' ? size_ : 1);
}

/// An enemy's piece that has not been jumped, or may be jumped again.
bool ReferenceGame::may_be_jumped(const Walk& walk, const std::string& square) const {
  if (empty(walk.board, square)) return false;
  const Piece& top = walk.board.at(square).front();
  if (top.owner == walk.walker.front().owner) return false;
  if (!walk.walker.front().king && top.king && !rule_set_.flag("man.captures_king")) return false;
  if (std::ranges::find(walk.jumped, square) == walk.jumped.end()) return true;
  if (is("removal", "after") || is("same_column_again", "never")) return false;
  return is("same_column_again", "yes") || walk.jumped.back() != square;
}

/// The jumps in one direction, ignoring rules about a king's landing square.
std::vector<ReferenceGame::Jump> ReferenceGame::jumps_in(const Walk& walk, int files,
                                                         int ranks) const {
  const Piece& walker = walk.walker.front();
  if (!walker.king && is("man.capture", "forward") && ranks != ahead(walker.owner)) return {};
  const bool flies = walker.king && is("king.move", "flying");
  std::string square = beside(walk.squares.back(), files, ranks);
  while (flies && on_board(square) && empty(walk.board, square)) {
    square = beside(square, files, ranks);
  }
  if (!on_board(square) || !may_be_jumped(walk, square)) return {};
  std::vector<Jump> all;
  const std::string over = square;
  for (;;) {
    square = beside(square, files, ranks);
    if (!on_board(square) || !empty(walk.board, square)) break;
    all.push_back({over, square});
    if (!flies || is("king.landing", "behind")) break;
  }
  return all;
}

std::vector<ReferenceGame::Jump> ReferenceGame::jumps(const Walk& walk) const {
  std::vector<Jump> all;
  for (const auto& [files, ranks] : kDiagonals) {
    for (const Jump& jump : jumps_in(walk, files, ranks)) all.push_back(jump);
  }
  return all;
}

Walk ReferenceGame::jumped(const Walk& walk, const Jump& jump) const {
  Walk next = walk;
  Stack& prey = next.board.at(jump.over);
  next.taken.push_back(prey.front());
  next.jumped.push_back(jump.over);
  next.squares.push_back(jump.to);
  if (is("removal", "at_once")) {
    prey.erase(prey.begin());
    if (prey.empty()) next.board.erase(jump.over);
    if (columns_) next.walker.push_back(next.taken.back());
  }
  const bool crowned = jump.to.substr(1) == last_row(next.walker.front().owner);
  if (crowned && is("promotion.while_capturing", "continue")) next.walker.front().king = true;
  return next;
}

/// Whether the walk may land there; a king may have to land where its capture continues.
bool ReferenceGame::landing_is_allowed(const Walk& walk, const Jump& jump) const {
  if (!walk.walker.front().king || !is("king.move", "flying") ||
      !is("king.landing", "continuing")) {
    return true;
  }
  if (!jumps(jumped(walk, jump)).empty()) return true;
  return std::ranges::none_of(jumps(walk), [&](const Jump& that) {
    // The same piece in the same direction.
    return that.over == jump.over && !jumps(jumped(walk, that)).empty();
  });
}

/// Adds all completions of the walk.
void ReferenceGame::complete(const Walk& walk, std::vector<Walk>& all) const {
  const std::vector<Jump> ways = jumps(walk);
  const bool stops = !walk.jumped.empty() && !walk.walker.front().king &&
                     walk.squares.back().substr(1) == last_row(walk.walker.front().owner) &&
                     is("promotion.while_capturing", "stop");
  if (ways.empty() || stops) {
    if (!walk.jumped.empty()) all.push_back(walk);
    return;
  }
  for (const Jump& jump : ways) {
    if (landing_is_allowed(walk, jump)) complete(jumped(walk, jump), all);
  }
}

std::vector<Walk> ReferenceGame::captures(const State& state) const {
  std::vector<Walk> all;
  for (const auto& [square, stack] : state.board) {
    if (stack.front().owner != state.side) continue;
    Walk walk{state.board, stack, {square}, {}, {}};
    walk.board.erase(square);
    complete(walk, all);
  }
  return chosen(state, all);
}

/// The captures from which the rules let a player choose.
std::vector<Walk> ReferenceGame::chosen(const State& state, std::vector<Walk> all) const {
  const auto by_king = [&](const Walk& walk) {
    return state.board.at(walk.squares.front()).front().king;
  };
  const auto kings = [](const Walk& walk) {
    return std::ranges::count(walk.taken, true, &Piece::king);
  };
  // Keeps those for which `value` is greatest.
  const auto keep_greatest = [&](const auto& value) {
    if (all.empty()) return;
    const auto greatest = value(*std::ranges::max_element(all, {}, value));
    std::erase_if(all, [&](const Walk& walk) { return value(walk) != greatest; });
  };
  if (rule_set_.flag("capture.king_first")) keep_greatest(by_king);
  if (is("capture.choice", "free")) return all;
  keep_greatest([](const Walk& walk) { return walk.jumped.size(); });
  if (is("capture.choice", "most")) return all;
  if (is("capture.choice", "italian")) keep_greatest(by_king);
  keep_greatest(kings);
  if (is("capture.choice", "most_kings")) return all;
  keep_greatest([](const Walk& walk) {
    std::string order;
    for (const Piece& piece : walk.taken) order += piece.king ? '1' : '0';
    return order;
  });
  return all;
}

std::vector<Walk> ReferenceGame::steps(const State& state) const {
  std::vector<Walk> all;
  for (const auto& [from, stack] : state.board) {
    if (stack.front().owner != state.side) continue;
    const bool king = stack.front().king;
    for (const auto& [files, ranks] : kDiagonals) {
      if (!king && ranks != ahead(state.side)) continue;
      for (std::string to = beside(from, files, ranks); on_board(to) && empty(state.board, to);
           to = beside(to, files, ranks)) {
        Walk walk{state.board, stack, {from, to}, {}, {}};
        walk.board.erase(from);
        all.push_back(walk);
        if (!king || is("king.move", "step")) break;
      }
    }
  }
  return all;
}

bool ReferenceGame::has_legal_move(const State& state) const {
  if (!steps(state).empty()) return true;
  for (const auto& [square, stack] : state.board) {
    if (stack.front().owner != state.side) continue;
    Walk walk{state.board, stack, {square}, {}, {}};
    walk.board.erase(square);
    if (!jumps(walk).empty()) return true;
  }
  return false;
}

std::vector<Move> ReferenceGame::legal_moves(const State& state) const {
  if (state.result != "unfinished") return {};
  std::vector<Walk> walks = captures(state);
  if (walks.empty()) walks = steps(state);
  // Walks that are one move: with columns by the position they lead to, else by their captures.
  std::map<std::vector<std::string>, Move> moves;
  for (const Walk& walk : walks) {
    const State after = played(state, walk);
    const std::set<std::string> captured(walk.jumped.begin(), walk.jumped.end());
    std::vector<std::string> key = {walk.squares.front(), walk.squares.back()};
    if (columns_) {
      key.push_back(text(after));
    } else {
      key.insert(key.end(), captured.begin(), captured.end());
    }
    Move& move = moves[key];
    move.ways.push_back(walk.squares);
    move.orders.insert(walk.jumped);
    move.captured.assign(captured.begin(), captured.end());
    move.after = after;
  }
  std::vector<Move> all;
  for (const auto& [key, move] : moves) all.push_back(move);
  return all;
}

}  // namespace tavlab::draughts_reference
