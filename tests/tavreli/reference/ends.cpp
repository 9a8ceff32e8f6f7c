// The end of a game, repetition aside.
#include <set>

#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_reference {
namespace {

bool has_volkhv(const Board& board, char player) {
  for (const auto& [square, tower] : board) {
    if (tower.back().kind == 'K' && tower.back().owner == player) return true;
  }
  return false;
}

void end_game(State& state, char winner, const std::string& reason) {
  state.result = winner == 'w' ? "white" : winner == 'b' ? "black" : "draw";
  state.reason = reason;
}

}  // namespace

/// Two volkhvs, or one luchnik or vsadnik besides, or luchniks only, all on squares of one colour.
bool ReferenceGame::too_few_pieces(const Board& board) const {
  int luchniks = 0, vsadniks = 0;
  std::set<bool> colours;
  for (const auto& [square, tower] : board) {
    const char kind = tower.back().acts_as();
    if (kind == 'K') continue;
    if (kind != 'B' && kind != 'N') return false;
    ++(kind == 'B' ? luchniks : vsadniks);
    if (kind == 'B') colours.insert((square[0] - 'a' + square[1] - '1') % 2 == 0);
  }
  if (luchniks + vsadniks <= 1) return true;
  return vsadniks == 0 && colours.size() == 1;
}

/// Fills in the result of a position that a move has led to.
void ReferenceGame::adjudicate(State& state) const {
  state.result = "unfinished";
  state.reason.clear();
  const char opponent = other(state.side);
  if (volkhv_capture_ && !has_volkhv(state.board, state.side)) {
    end_game(state, opponent, "volkhv taken");
  } else if (legal_ones(state).empty()) {
    if (!volkhv_capture_ && in_check(state.board, state.side)) {
      end_game(state, opponent, "checkmate");
    } else {
      end_game(state, stalemate_loses_ ? opponent : '-', "stalemate");
    }
  } else if (quiet_limit_ > 0 && state.quiet >= quiet_limit_) {
    end_game(state, '-', "quiet plies");
  } else if (total_limit_ > 0 && state.plies >= total_limit_) {
    end_game(state, '-', "total plies");
  } else if (insufficient_material_ && !stacking_ && too_few_pieces(state.board)) {
    end_game(state, '-', "insufficient material");
  }
}

}  // namespace tavlab::tavreli_reference
