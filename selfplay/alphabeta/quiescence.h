#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/alphabeta/context.h"
#include "selfplay/alphabeta/forcing_moves.h"

namespace tavlab {

/// The search below the nominal depth: wins, threats to win, and captures until the position is
/// quiet.
template <Game G>
class Quiescence : public SearchContext<G> {
 public:
  using Base = SearchContext<G>;
  using Base::Base;
  using typename Base::Move;

 protected:
  using Base::aborted_;
  using Base::evaluation;
  using Base::features_;
  using Base::finds_win;
  using Base::frames_;
  using Base::generate;
  using Base::kMaxPly;
  using Base::must_capture;
  using Base::rules_;
  using Base::state_;
  using Base::threatens;
  using typename Base::Frame;

  /// The side to move may stand pat, except against a threat to win at once, and where it must
  /// capture: then every move is searched.
  SearchScore quiesce(int quiet_ply, int ply, SearchScore alpha, SearchScore beta) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    Frame& frame = frames_[ply];
    const bool principal = beta - alpha > 1;
    bool threatened = false;
    if constexpr (G::capabilities.threats) {
      if (threatens(side)) {
        if (principal) finds_win(frame);  // for the principal variation
        return kWinScore - ply - 1;
      }
      threatened = quiet_ply < threat_replies() && threatens(other(side));
    }
    if (ply >= kMaxPly - 1) return evaluation();
    const bool exchanging = quiet_ply < kExchangePlies && must_capture();
    SearchScore best = -kInfiniteScore;
    if (!threatened && !exchanging) {
      best = this->lazy_evaluation(alpha, beta);
      if (best >= beta) return best;
      alpha = std::max(alpha, best);
    }

    if (!G::capabilities.threats && finds_win(frame)) return kWinScore - ply - 1;
    const bool evades = threatened && this->evades();
    if (evades && !this->list_evasions(frame)) return Base::lost_to_threat(ply);
    const std::size_t forcing =
        evades ? rank_evasions(frame) : list_forcing(frame, quiet_ply, threatened || exchanging);
    const auto mark = state.mark();
    for (std::size_t i = 0; i < forcing; ++i) {
      const Move move = frame.moves[(features_.empty() ? frame.pick_in_0_1_order(i, forcing)
                                                       : frame.pick(i, forcing))
                                        .index()];
      if (this->excludes(move)) continue;
      state.play(move);
      const SearchScore score = value_after(side, quiet_ply + 1, ply + 1, alpha, beta);
      state.rewind(mark);
      if (aborted_) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      if (principal) frame.extend_line(move, frames_[ply + 1]);
      if (score >= beta) break;
    }
    if (best == -kInfiniteScore) return evades ? Base::lost_to_threat(ply) : evaluation();
    return best;
  }

 private:
  static constexpr int kExchangePlies = 16;  ///< plies in which exchanges are continued

  /// Plies in which threats are answered: few in a selective search if all moves must be searched
  /// for an answer (docs/strength.md).
  [[nodiscard]] int threat_replies() const {
    return features_.empty() || G::capabilities.evasions ? 4 : 1;
  }
  /// Plies in which moves of score 1 are searched.
  [[nodiscard]] int check_plies() const { return features_.empty() ? 1 : 0; }

  /// Puts the moves to be searched into the frame's order; returns how many.
  std::size_t list_forcing(Frame& frame, int quiet_ply, bool all) const {
    const auto& position = state_->position();
    const int least = all ? 0 : quiet_ply < check_plies() ? 1 : 2;
    bool listed = false;
    if constexpr (kListsForcingMoves<G>) {
      listed = !all;
      if (listed) list_forcing_moves<G>(*rules_, position, least, frame.moves);
    }
    if (!listed && G::capabilities.threats) generate(frame);
    std::size_t forcing = 0;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const bool equal = listed && !G::capabilities.move_order_score;
      const int score = equal ? 2 : move_order_score<G>(*rules_, position, frame.moves[i]);
      if (score >= least) frame.order[forcing++] = {score, static_cast<std::uint16_t>(i)};
    }
    return forcing;
  }

  std::size_t rank_evasions(Frame& frame) const {
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const int score = move_order_score<G>(*rules_, state_->position(), frame.moves[i]);
      frame.order[i] = {score, static_cast<std::uint16_t>(i)};
    }
    return frame.moves.size();
  }

  /// The value for `side` of the state after a move; rolls are evaluated statically.
  SearchScore value_after(Side side, int quiet_ply, int ply, SearchScore alpha, SearchScore beta) {
    return this->value_of_state(
        side, ply, alpha, beta, [&](SearchScore, SearchScore) { return evaluation(); },
        [&](SearchScore low, SearchScore high) { return quiesce(quiet_ply, ply, low, high); });
  }
};

}  // namespace tavlab
