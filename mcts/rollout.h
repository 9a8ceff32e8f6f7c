#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/game.h"
#include "core/game_state.h"
#include "core/playout.h"
#include "core/random.h"
#include "mcts/evaluator.h"
#include "mcts/wins.h"

namespace tavlab {

/// Options of playouts. The defaults are uniformly random games to the end.
struct RolloutOptions {
  enum class Policy : std::uint8_t {
    uniform,  ///< each legal move with equal probability
    /// Takes immediate wins, tries not to allow one to the opponent, and prefers captures.
    informed
  };
  Policy policy = Policy::uniform;

  /// Plies (decisions) after which a playout is cut off and evaluated by G::evaluate; 0 is never,
  /// which is safe only if the rules end every game.
  int max_plies = 0;
  /// Playouts averaged into one evaluation, at least 1.
  int playouts = 1;

  /// Informed only: how often to redraw a move that lets the opponent win at once; 0 does not
  /// check.
  int retries = 2;
  /// Informed only: how many moves are drawn in search of a capture; 1 means no preference. Drawing
  /// a few is much cheaper than checking every move.
  int capture_draws = 2;
};

/// Plays uniformly random moves to the end of the game, or for `max_plies` plies. Returns the
/// value; the state is not restored.
template <Game G>
Wdl random_playout(GameState<G>& state, Random& random, int max_plies) {
  if constexpr (G::capabilities.random_game) {
    if (state.restriction().kinds == 0) {
      typename G::RandomGame game(state.rules(), state.position(), random,
                                  max_plies > 0 ? max_plies : std::numeric_limits<int>::max());
      if (!game.over()) {
        while (game.turn()) continue;
      }
      random = game.random();
      return G::node_kind(game.position()) == NodeKind::terminal
                 ? Wdl::of(G::result(game.position()))
                 : Wdl::from_score(G::evaluate(state.rules(), game.position()));
    }
  }
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

/// A playout that looks one ply ahead: it takes wins, avoids moves that let the opponent win at
/// once if it finds others, and prefers captures.
template <Game G>
class InformedPlayout {
 public:
  using Move = typename G::Move;

  InformedPlayout(GameState<G>& state, Random& random, const RolloutOptions& options)
      : state_(state), random_(random), options_(options) {}

  Wdl play() {
    bool safe = false;  // the side to move is known to have no immediate win
    for (int plies = 0;; ++plies) {
      while (state_.node_kind() == NodeKind::chance) {
        state_.play_random_chance(random_);
        safe = false;
      }
      if (state_.over()) return Wdl::of(state_.result());
      if (options_.max_plies > 0 && plies >= options_.max_plies) {
        return Wdl::from_score(G::evaluate(state_.rules(), state_.position()));
      }
      const Move win = safe ? Move{} : winning_move(state_, moves_);
      if (win != Move{}) {
        state_.play(win);
        safe = false;
      } else {
        safe = step();
      }
    }
  }

 private:
  /// Plays one move. Returns whether the next side to move is known to have no immediate win.
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
      if (!can_win(state_, moves_)) return true;
      if (attempt >= options_.retries) return false;
      state_.rewind(mark);
    }
  }

  /// The first capture among a few random moves, or the last of them.
  Move draw() {
    Move move = state_.random_move(random_);
    for (int i = 1; i < options_.capture_draws; ++i) {
      if (G::is_capture(state_.rules(), state_.position(), move)) return move;
      move = state_.random_move(random_);
    }
    return move;
  }

  GameState<G>& state_;
  Random& random_;
  const RolloutOptions& options_;
  MoveList<G> moves_;
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

/// Evaluates by the family's handcrafted evaluation alone; no policy.
template <Game G>
class StaticEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) request->value = value(request->state());
  }

  [[nodiscard]] Wdl value(const GameState<G>& state) const {
    return Wdl::from_score(G::evaluate(state.rules(), state.position()));
  }
};

}  // namespace tavlab
