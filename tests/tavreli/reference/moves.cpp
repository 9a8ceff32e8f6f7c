// Candidate moves, and which of them are legal.
#include <algorithm>

#include "core/error.h"
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {

std::string move_text(const Move& move, std::size_t height) {
  if (move.castling) return move.to[0] == 'g' ? "0-0" : "0-0-0";
  std::string text = move.from;
  if (static_cast<std::size_t>(move.count) < height) text += '(' + std::to_string(move.count) + ')';
  text += '-' + move.to;
  if (move.new_piece != 0) text += move.new_piece;
  return text;
}

bool ReferenceGame::may_step_double(const Piece& ratnik, const std::string& square) const {
  if (double_right_ == "second_rank") return square[1] == second_rank(ratnik.owner);
  return ratnik.fresh;
}

/// The ratnik's moves, without how many pieces go.
std::vector<Move> ReferenceGame::ratnik_moves(const State& state, const std::string& from) const {
  std::vector<Move> moves;
  const char player = state.side;
  const Piece& ratnik = *top(state.board, from);
  // The player's own tower on the square, or nothing.
  const auto no_enemy = [&](const std::string& square) {
    const Piece* there = top(state.board, square);
    return there == nullptr || there->owner == player;
  };
  const auto empty = [&](const std::string& square) { return !state.board.contains(square); };
  const auto add = [&](const std::string& to) -> Move& {
    Move move;
    move.from = from;
    move.to = to;
    moves.push_back(move);
    return moves.back();
  };

  const std::string one = beside(from, 0, ahead(player));
  if (one.empty()) return moves;
  if (empty(one) || (own_ahead_ && no_enemy(one) && may_be_stood_on(state.board, one, player))) {
    add(one);
  }
  for (const std::string& to : reached(state.board, from)) {
    if (!no_enemy(to) && may_be_stood_on(state.board, to, player)) add(to);
    if (en_passant_ && to == state.crossed && empty(to)) add(to).en_passant = true;
  }
  const std::string two = beside(one, 0, ahead(player));
  if (two.empty() || !may_step_double(ratnik, from)) return moves;
  const bool crosses = double_cross_ == "empty" ? empty(one) : no_enemy(one);
  const bool lands = double_target_ == "empty"
                         ? empty(two)
                         : no_enemy(two) && may_be_stood_on(state.board, two, player);
  if (crosses && lands) add(two).double_step = true;
  return moves;
}

std::vector<Move> ReferenceGame::castlings(const State& state) const {
  std::vector<Move> moves;
  if (!castling_) return moves;
  if (castling_side_ == (state.side == 'w' ? "second" : "first")) return moves;
  const char rank = state.side == 'w' ? '1' : '8';
  for (const bool kingside : {true, false}) {
    const char right = kingside ? 'K' : 'Q';
    if (!state.castling.contains(state.side == 'w' ? right : static_cast<char>(right + 32))) {
      continue;
    }
    const auto on = [&](char file) { return std::string{file, rank}; };
    const Tower& ratoborets = state.board.at(on(kingside ? 'h' : 'a'));
    bool possible = ratoborets.size() == 1;
    for (const char between : std::string(kingside ? "fg" : "bcd")) {
      if (state.board.contains(on(between))) possible = false;
    }
    for (const char way : std::string(kingside ? "efg" : "edc")) {
      if (attacked(state.board, on(way), other(state.side))) possible = false;
    }
    if (!possible) continue;
    Move move;
    move.from = on('e');
    move.to = on(kingside ? 'g' : 'c');
    move.castling = true;
    moves.push_back(move);
  }
  return moves;
}

/// Everything that pieces may do, even if it leaves the player's own volkhv in check.
std::vector<Move> ReferenceGame::candidates(const State& state) const {
  std::vector<Move> moves = castlings(state);
  for (const auto& [from, tower] : state.board) {
    const Piece& piece = tower.back();
    if (piece.owner != state.side) continue;
    std::vector<Move> ways;
    if (piece.acts_as() == 'P') {
      ways = ratnik_moves(state, from);
    } else {
      for (const std::string& to : reached(state.board, from)) {
        if (!may_be_stood_on(state.board, to, state.side)) continue;
        Move move;
        move.from = from;
        move.to = to;
        ways.push_back(move);
      }
    }
    for (Move move : ways) {
      for (move.count = 1; move.count <= static_cast<int>(tower.size()); ++move.count) {
        if (choice_ && piece.acts_as() == 'P' && move.to[1] == last_rank(state.side)) {
          for (const char new_piece : {'Q', 'R', 'B', 'N'}) {
            move.new_piece = new_piece;
            moves.push_back(move);
          }
        } else {
          moves.push_back(move);
        }
      }
    }
  }
  return moves;
}

bool ReferenceGame::legal(const State& state, const Move& move) const {
  const bool volkhv_moves = top(state.board, move.from)->kind == 'K';
  const bool must_be_safe = !volkhv_capture_ || (volkhv_moves && !into_attack_);
  return !must_be_safe || !in_check(made(state, move).board, state.side);
}

std::vector<Move> ReferenceGame::legal_ones(const State& state) const {
  std::vector<Move> moves;
  for (const Move& move : candidates(state)) {
    if (legal(state, move)) moves.push_back(move);
  }
  return moves;
}

std::vector<std::string> ReferenceGame::legal_moves(const State& state) const {
  std::vector<std::string> texts;
  if (state.result != "unfinished") return texts;
  for (const Move& move : legal_ones(state)) {
    texts.push_back(move_text(move, state.board.at(move.from).size()));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

Move ReferenceGame::legal_move(const State& state, const std::string& text) const {
  if (state.result == "unfinished") {
    for (const Move& move : candidates(state)) {
      if (move_text(move, state.board.at(move.from).size()) == text && legal(state, move)) {
        return move;
      }
    }
  }
  throw UserError("'" + text + "' is not legal");
}

bool ReferenceGame::captures(const State& state, const std::string& text) const {
  const Move move = legal_move(state, text);
  const Piece* there = top(state.board, move.to);
  return move.en_passant || (there != nullptr && there->owner != state.side);
}

}  // namespace tavlab::tavreli_reference
