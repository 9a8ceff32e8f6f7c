// Making a move with all its consequences.
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {
namespace {

/// The rights that go when the volkhv or ratoborets that starts on the square leaves it.
void lose_castling(State& state, const std::string& square) {
  if (square == "e1" || square == "h1") state.castling.erase('K');
  if (square == "e1" || square == "a1") state.castling.erase('Q');
  if (square == "e8" || square == "h8") state.castling.erase('k');
  if (square == "e8" || square == "a8") state.castling.erase('q');
}

/// Takes `count` pieces off the top.
Tower lift(Board& board, const std::string& square, int count) {
  Tower& tower = board.at(square);
  const Tower lifted(tower.end() - count, tower.end());
  tower.erase(tower.end() - count, tower.end());
  if (tower.empty()) board.erase(square);
  return lifted;
}

void castle(State& state, const Move& move) {
  const char rank = move.from[1];
  const bool kingside = move.to[0] == 'g';
  state.board[move.to] = lift(state.board, move.from, 1);
  state.board[{kingside ? 'f' : 'd', rank}] = lift(state.board, {kingside ? 'h' : 'a', rank}, 1);
  lose_castling(state, move.from);
}

}  // namespace

/// Turns over what has come free, if it is a ratnik that now turns; returns whether it does.
bool ReferenceGame::free_top(State& state, const std::string& square, char player) const {
  if (!state.board.contains(square)) return false;
  Piece& piece = state.board.at(square).back();
  if (piece.acts_as() != 'P' || square[1] != last_rank(piece.owner)) return false;
  if (when_freed_ == "none") return false;
  if (when_freed_ == "own_move" && piece.owner != player) return false;
  piece.turned = true;
  return true;
}

/// The player puts the moving pieces on what is there.
void ReferenceGame::put_on(Tower& target, const Tower& moving, char player) const {
  if (!stacking_) {
    target = moving;
    return;
  }
  if (!target.empty()) {
    Piece& covered = target.back();
    if (reverts_under_any_ || covered.owner != player) covered.turned = false;
    if (cover_kills_rights_) covered.fresh = false;
  }
  target.insert(target.end(), moving.begin(), moving.end());
}

/// The state after the move, except for the result.
State ReferenceGame::made(const State& before, const Move& move) const {
  State after = before;
  const char player = before.side;
  bool quiet = true;
  after.crossed.clear();
  if (move.castling) {
    castle(after, move);
  } else {
    Tower moving = lift(after.board, move.from, move.count);
    if (!after.board.contains(move.from)) lose_castling(after, move.from);
    if (free_top(after, move.from, player)) quiet = false;

    Piece& leader = moving.back();
    if (leader.acts_as() == 'P') {
      quiet = false;
      if (move.to[1] == last_rank(player)) {
        if (choice_) {
          leader.kind = move.new_piece;
        } else {
          leader.turned = true;
        }
      }
    }
    leader.fresh = false;
    if (double_right_ == "home_unmoved") {
      for (Piece& piece : moving) piece.fresh = false;
    }

    const Piece* there = top(before.board, move.to);
    if (there != nullptr) {
      if (there->owner != player) quiet = false;
      const bool uncovered = before.board.at(move.to).size() == 1;
      if (!stacking_ || (cover_kills_rights_ && uncovered && there->kind == 'R')) {
        lose_castling(after, move.to);
      }
    }
    if (move.en_passant) {
      const std::string passed_on = beside(move.to, 0, ahead(other(player)));
      const Tower passed = lift(after.board, passed_on, 1);
      if (free_top(after, passed_on, player)) quiet = false;
      if (stacking_) {
        after.board[move.to] = passed;
        // It may have turned over at the end of its double step.
        after.board[move.to].back().turned = false;
      }
    }
    put_on(after.board[move.to], moving, player);
    if (move.double_step) after.crossed = beside(move.from, 0, ahead(player));
  }
  after.side = other(player);
  after.quiet = quiet ? before.quiet + 1 : 0;
  after.plies = before.plies + 1;
  return after;
}

State ReferenceGame::play(const State& state, const std::string& text) const {
  State after = made(state, legal_move(state, text));
  adjudicate(after);
  return after;
}

}  // namespace tavlab::tavreli_reference
