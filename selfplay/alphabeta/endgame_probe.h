#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/game.h"
#include "core/game_state.h"
#include "core/logit.h"
#include "core/solving/exact.h"
#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// Looks up positions of an alpha-beta search in a table of `tavlab solve`, if there is one;
/// positions in it are not searched.
///
/// A table with moves stores the lengths of wins, so the search plays the shortest one from a root
/// within the table, too. A table of winners alone stores which positions are won, but not how:
/// from a root that is won in it, the search looks for the way itself, among the moves that keep
/// the win. Chess programs do the same with tables of wins, draws and losses, and also score a win
/// in the table below every mate.
template <Game G>
class EndgameProbe {
 public:
  explicit EndgameProbe(SharedTable<G> table) : table_(std::move(table)) {}

  /// Whether there is a table.
  explicit operator bool() const { return Exact<G>::available && table_ != nullptr; }

  /// Starts a search from this state.
  void start_search([[maybe_unused]] const GameState<G>& root) {
    winner_ = Result::unfinished;
    if constexpr (kEndgames) {
      if (!table_ || table_->has_moves()) return;
      winner_ = winner_of(root);
      root_plies_ = root.plies();
    }
  }

  /// Whether the root is won for a side, but the table does not contain the way to the win.
  [[nodiscard]] bool seeks_win() const { return kEndgames && winner_ != Result::unfinished; }

  /// The score, for `side`, of an unfinished state `ply` plies after the root; nullopt if it must
  /// be searched. There must be a table.
  [[nodiscard]] std::optional<SearchScore> score([[maybe_unused]] const GameState<G>& state,
                                                 [[maybe_unused]] Side side,
                                                 [[maybe_unused]] int ply,
                                                 [[maybe_unused]] ScoreScale scale) const {
    if constexpr (Exact<G>::available) {
      if (!table_->knows(state.rules(), state.position())) return std::nullopt;
      if constexpr (Exact<G>::whole_games) {
        const double value = table_->value(state.rules(), state.position());
        return scale == ScoreScale::logit ? score_of_logit(logit(value), side)
                                          : score_of_expectation(value, side);
      } else {
        const Result winner = winner_of(state);
        if (winner == Result::unfinished) return final_score(Result::draw, side, ply);
        if (winner == winner_) return std::nullopt;
        const int plies = table_->has_moves() ? table_->plies(state.position()) : kLongestWin;
        return final_score(winner, side, ply + plies);
      }
    }
    return std::nullopt;
  }

  /// The evaluation, for the side to move, of a position in a search that seeks the way to a win:
  /// if the root's winner wins here, too, `score` moved into the range of proven wins of unknown
  /// length, so that it guides the winner among those. As in other proven scores, each ply costs
  /// one.
  [[nodiscard]] SearchScore evaluation([[maybe_unused]] const GameState<G>& state,
                                       SearchScore score, [[maybe_unused]] ScoreScale scale) const {
    if constexpr (kEndgames) {
      if (winner_of(state) != winner_) return score;
      const double logits = scale == ScoreScale::logit
                                ? static_cast<double>(score) / kScoreOfLogit
                                : logit(expected_score(score, Side::first, scale));
      const bool won = win_for(state.to_move()) == winner_;
      const auto steps = static_cast<SearchScore>(
          std::lround(std::clamp(kStepsOfLogit * (won ? logits : -logits), -kMaxSteps, kMaxSteps)));
      const SearchScore high = kEvaluatedWin + steps - (state.plies() - root_plies_);
      return won ? high : -high;
    }
    return score;
  }

 private:
  static constexpr bool kEndgames = Exact<G>::available && !Exact<G>::whole_games;

  // Proven scores that no search reaches otherwise: with the steps and up to 191 plies they lie
  // between kProvenScore and the wins whose plies are known.
  static constexpr SearchScore kEvaluatedWin = kWinScore - 660;
  static constexpr double kMaxSteps = 140;
  static constexpr double kStepsOfLogit = 14;
  static_assert(kEvaluatedWin + kMaxSteps < kWinScore - kLongestWin);
  static_assert(kEvaluatedWin - kMaxSteps - 191 > kProvenScore);

  /// The winner according to the table; unfinished if there is none, or the position is not in it.
  [[nodiscard]] Result winner_of(const GameState<G>& state) const {
    if (!table_->decided(state.position())) return Result::unfinished;
    const double value = table_->value(state.rules(), state.position());
    return value > 0.5 ? Result::first_wins : Result::second_wins;
  }

  SharedTable<G> table_;
  Result winner_ = Result::unfinished;  ///< of the root, if the way to the win is not known
  int root_plies_ = 0;
};

}  // namespace tavlab
