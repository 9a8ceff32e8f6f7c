#pragma once

#include <algorithm>
#include <cmath>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// The value that alpha-beta must find, computed without pruning, table, ordering or deepening, and
/// with nothing but the first side's point of view: maximise for it, minimise for the other.
template <Game G>
class PlainSearch {
 public:
  explicit PlainSearch(bool quiescence) : quiescence_(quiescence) {}

  /// For the first side, in SearchScore's scale.
  SearchScore value(GameState<G>& state, int depth, int ply = 0) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return final_score(state.result(), Side::first, ply);
      case NodeKind::chance:
        return depth <= 0 ? evaluation(state) : average(state, depth, ply);
      case NodeKind::decision:
        break;
    }
    if (depth <= 0) return quiescence_ ? quiet_value(state, 0, ply) : evaluation(state);
    MoveList<G> moves;
    state.legal_moves(moves);
    return best(state, moves, [&] { return value(state, depth - 1, ply + 1); });
  }

 private:
  static SearchScore evaluation(const GameState<G>& state) {
    return score_of_expectation(G::evaluate(state.rules(), state.position()), Side::first);
  }

  template <typename Next>
  SearchScore best(GameState<G>& state, const MoveList<G>& moves, Next next) {
    const bool maximise = state.to_move() == Side::first;
    SearchScore best = maximise ? -kInfiniteScore : kInfiniteScore;
    for (const typename G::Move move : moves) {
      const auto mark = state.mark();
      state.play(move);
      const SearchScore score = next();
      state.rewind(mark);
      best = maximise ? std::max(best, score) : std::min(best, score);
    }
    return best;
  }

  SearchScore average(GameState<G>& state, int depth, int ply) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    double sum = 0;
    bool all_won = true;
    bool all_lost = true;
    for (const ChanceOutcome& outcome : outcomes) {
      const auto mark = state.mark();
      state.play_chance(outcome.value);
      const bool passed = state.node_kind() == NodeKind::chance;
      const SearchScore score = value(state, passed ? depth - 1 : depth, ply + 1);
      state.rewind(mark);
      sum += outcome.probability * score;
      all_won = all_won && score >= kProvenScore;
      all_lost = all_lost && score <= -kProvenScore;
    }
    const auto score = static_cast<SearchScore>(std::lround(sum));
    if (!all_won && score >= kProvenScore) return kProvenScore - 1;
    if (!all_lost && score <= -kProvenScore) return 1 - kProvenScore;
    return score;
  }

  /// Wins at once, captures, or standing pat; where a threat to win is seen, any reply instead.
  SearchScore quiet_value(GameState<G>& state, int quiet_ply, int ply) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return final_score(state.result(), Side::first, ply);
      case NodeKind::chance:
        return evaluation(state);
      case NodeKind::decision:
        break;
    }
    const Side side = state.to_move();
    const auto next = [&] { return quiet_value(state, quiet_ply + 1, ply + 1); };
    MoveList<G> moves;
    state.legal_moves(moves);
    if constexpr (G::capabilities.threats) {
      if (G::threatens(state.rules(), state.position(), side)) {
        return final_score(win_for(side), Side::first, ply + 1);
      }
      if (quiet_ply < 4 && G::threatens(state.rules(), state.position(), other(side))) {
        return best(state, moves, next);
      }
    }
    MoveList<G> captures;
    for (const typename G::Move move : moves) {
      if (!G::capabilities.threats && G::wins_at_once(state.rules(), state.position(), move)) {
        return final_score(win_for(side), Side::first, ply + 1);
      }
      if (G::is_capture(state.rules(), state.position(), move)) captures.push(move);
    }
    const SearchScore standing = evaluation(state);
    if (captures.empty()) return standing;
    const SearchScore after = best(state, captures, next);
    return side == Side::first ? std::max(standing, after) : std::min(standing, after);
  }

  bool quiescence_;
};

}  // namespace tavlab
