#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "selfplay/agent.h"

namespace tavlab {

/// The agent `greedy`: plays an immediate win, else the move with the best handcrafted evaluation
/// one ply ahead. It ignores replies and rolls.
template <Game G>
class GreedyAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  /// Ties are broken at random, or by the first generated move.
  explicit GreedyAgent(bool random_ties) : random_ties_(random_ties) {}

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    MoveList<G> moves;
    state.legal_moves(moves);
    const Side side = state.to_move();
    const auto mark = state.mark();
    candidates_.clear();
    for (const Move move : moves) {
      state.play(move);
      Candidate<G> candidate{move};
      candidate.value =
          state.over() ? score(state.result()) : G::evaluate(state.rules(), state.position());
      candidate.proven = state.result();
      state.rewind(mark);
      candidates_.push_back(candidate);
    }
    // An evaluation may round to a win; a real win still comes first.
    const auto worth = [side](const Candidate<G>& candidate) {
      if (candidate.proven == win_for(side)) return 2.0;
      return side == Side::first ? candidate.value : 1.0 - candidate.value;
    };
    std::ranges::stable_sort(candidates_, std::ranges::greater{}, worth);
    const double best = worth(candidates_.front());
    const auto equals = std::ranges::count(candidates_, best, worth);
    if (random_ties_ && equals > 1) {
      const auto drawn = random.below(static_cast<std::uint32_t>(equals));
      std::swap(candidates_.front(), candidates_[drawn]);
    }
    if (report != nullptr) {
      *report = {};
      report->candidates = candidates_;
      report->value = candidates_.front().value;
      report->proven =
          candidates_.front().proven == win_for(side) ? win_for(side) : Result::unfinished;
      report->principal_variation = {candidates_.front().move};
      report->nodes = moves.size();
      report->depth = 1;
    }
    return candidates_.front().move;
  }

  [[nodiscard]] std::optional<double> value() const override { return candidates_.front().value; }

 private:
  bool random_ties_;
  std::vector<Candidate<G>> candidates_;  // a member only to reuse its memory
};

}  // namespace tavlab
