#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// How playouts are played. The defaults are uniformly random games to the end.
struct RolloutOptions {
  enum class Policy : std::uint8_t {
    uniform,  ///< each legal move with equal probability
    /// Takes a win that is there at once; tries not to move into one for the opponent; prefers
    /// captures.
    informed
  };
  Policy policy = Policy::uniform;

  /// Plies (decisions) after which a playout is cut off and judged by G::evaluate; 0 is never,
  /// which is safe only where the rules end every game.
  int max_plies = 0;
  /// Playouts whose mean is one evaluation, at least 1.
  int playouts = 1;

  /// Informed only: how often another move is drawn when the one drawn lets the opponent win at
  /// once; 0 does not look.
  int retries = 2;
  /// Informed only: the probability of taking a capture when there is one.
  double capture_bias = 0.5;
};

/// Plays the game on to its end, or for `max_plies` plies, by uniformly random moves. Returns the
/// value; the state is left where the playout ended.
template <Game G>
Wdl random_playout(GameState<G>& state, Random& random, int max_plies) {
  for (int plies = 0;; ++plies) {
    NodeKind kind = state.node_kind();
    while (kind == NodeKind::chance) {
      state.play_random_chance(random);
      kind = state.node_kind();
    }
    if (kind == NodeKind::terminal) return Wdl::of(state.result());
    if (max_plies > 0 && plies >= max_plies) {
      return Wdl::from_score(G::evaluate(state.rules(), state.position()));
    }
    state.play(state.random_move(random));
  }
}

/// A playout that sees what is one ply away. Every ply generates the moves once; looking for the
/// opponent's win after a move and looking for one's own before the next is the same work.
template <Game G>
class InformedPlayout {
 public:
  using Move = typename G::Move;

  InformedPlayout(GameState<G>& state, Random& random, const RolloutOptions& options)
      : state_(state), random_(random), options_(options) {}

  Wdl play() {
    bool looked = false;  // win_ is up to date for this position
    for (int plies = 0;; ++plies) {
      while (state_.node_kind() == NodeKind::chance) {
        state_.play_random_chance(random_);
        looked = false;
      }
      if (state_.over()) return Wdl::of(state_.result());
      if (options_.max_plies > 0 && plies >= options_.max_plies) {
        return Wdl::from_score(G::evaluate(state_.rules(), state_.position()));
      }
      if (!looked) look(moves_);
      if (win_ != Move{}) {
        state_.play(win_);
        looked = false;
        continue;
      }
      looked = step();
    }
  }

 private:
  /// Generates the moves and notes one that wins at once, if there is one.
  void look(MoveList<G>& moves) {
    moves.clear();
    G::generate(state_.rules(), state_.position(), moves);
    win_ = Move{};
    for (const Move move : moves) {
      if (G::wins_at_once(state_.rules(), state_.position(), move) && state_.allowed(move)) {
        win_ = move;
        return;
      }
    }
  }

  /// Plays one move. Returns whether the next position was looked at already.
  bool step() {
    if (options_.retries == 0) {
      state_.play(draw());
      return false;
    }
    const Side mover = state_.to_move();
    const auto mark = state_.mark();
    for (int attempt = 0;; ++attempt) {
      state_.play(draw());
      if (state_.node_kind() != NodeKind::decision || state_.to_move() == mover) return false;
      look(replies_);
      if (win_ == Move{} || attempt >= options_.retries) {
        moves_ = replies_;
        return true;
      }
      state_.rewind(mark);
    }
  }

  /// A legal move out of moves_, a capture with some preference.
  Move draw() {
    if (options_.capture_bias > 0 && random_.uniform() < options_.capture_bias) {
      // From a random place on, so that every capture has a chance.
      const auto count = static_cast<std::uint32_t>(moves_.size());
      const std::uint32_t from = random_.below(count);
      for (std::uint32_t i = 0; i < count; ++i) {
        const Move move = moves_[from + i < count ? from + i : from + i - count];
        if (G::is_capture(state_.rules(), state_.position(), move) && state_.allowed(move)) {
          return move;
        }
      }
    }
    return state_.random_move(random_);
  }

  GameState<G>& state_;
  Random& random_;
  const RolloutOptions& options_;
  MoveList<G> moves_;
  MoveList<G> replies_;
  Move win_{};
};

/// Evaluates by playouts; no policy.
template <Game G>
class RolloutEvaluator final : public Evaluator<G> {
 public:
  explicit RolloutEvaluator(const RolloutOptions& options = {}) : options_(options) {}

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      request->value = evaluate(request->state(), request->random());
    }
  }

  /// The mean value of the playouts from one position, which is restored.
  Wdl evaluate(GameState<G>& state, Random& random) const {
    const auto mark = state.mark();
    Wdl sum;
    for (int i = 0; i < options_.playouts; ++i) {
      const Wdl value = options_.policy == RolloutOptions::Policy::uniform
                            ? random_playout(state, random, options_.max_plies)
                            : InformedPlayout<G>(state, random, options_).play();
      state.rewind(mark);
      sum.win += value.win;
      sum.draw += value.draw;
      sum.loss += value.loss;
    }
    const auto count = static_cast<float>(options_.playouts);
    return {sum.win / count, sum.draw / count, sum.loss / count};
  }

 private:
  RolloutOptions options_;
};

/// Evaluates by the family's hand-made evaluation alone; no policy.
template <Game G>
class StaticEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      const GameState<G>& state = request->state();
      request->value = Wdl::from_score(G::evaluate(state.rules(), state.position()));
    }
  }
};

}  // namespace tavlab
