#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"

namespace tavlab {

/// Probabilities that the first player wins, that the game is drawn, and that the second player
/// wins; they sum to 1. Like all values in tavlab, from the first player's side.
struct Wdl {
  float win = 0;
  float draw = 0;
  float loss = 0;

  /// The expected score of the first player, in [0, 1]; a draw counts 1/2.
  [[nodiscard]] double score() const { return double{win} + 0.5 * double{draw}; }

  /// The value of a finished game; even chances for an unfinished one.
  static constexpr Wdl of(Result result) {
    switch (result) {
      case Result::first_wins:
        return {1, 0, 0};
      case Result::draw:
        return {0, 1, 0};
      case Result::second_wins:
        return {0, 0, 1};
      case Result::unfinished:
        break;
    }
    return {0.5F, 0, 0.5F};
  }

  /// From an expected score in [0, 1], as handcrafted evaluations give it, without draws.
  static Wdl from_score(double score) {
    const auto win = static_cast<float>(std::clamp(score, 0.0, 1.0));
    return {win, 0, 1 - win};
  }

  /// From an expected score and the probability of a draw, or as much of it as the score allows.
  static Wdl from_score(double score, double draw) {
    const double possible = std::clamp(draw, 0.0, 2 * std::max(0.0, std::min(score, 1 - score)));
    const double win = std::clamp(score - possible / 2, 0.0, 1.0);
    return {static_cast<float>(win), static_cast<float>(possible),
            static_cast<float>(std::max(0.0, 1 - win - possible))};
  }
};

/// A search's request to evaluate a position, and the answer.
///
/// The position is a decision or a chance event (before the roll), never terminal. An evaluator
/// reads `state`, may draw from `random`, and sets `value` and, if it has a policy, `logits()`.
/// Requests are members of searches, so that a batch is an array of pointers to requests of many
/// games.
template <Game G>
class EvaluationRequest {
 public:
  using Move = typename G::Move;

  explicit EvaluationRequest(GameState<G>& state) : state_(&state) {}

  /// The position with its game. Playouts may run on it, but must undo their moves.
  [[nodiscard]] GameState<G>& state() const { return *state_; }

  /// A random stream for this request alone, so that the answer does not depend on the rest of the
  /// batch or on the thread.
  [[nodiscard]] Random& random() { return random_; }

  /// The legal moves; none before a roll. Generated on first use, so that evaluators without a
  /// policy do not pay for them. The state must be at the position of the request.
  std::span<const Move> moves() {
    if (!has_moves_) {
      moves_.clear();
      if (state_->node_kind() == NodeKind::decision) state_->legal_moves(moves_);
      has_moves_ = true;
    }
    return {moves_.begin(), moves_.size()};
  }

  /// The answer: the value of the position for the first player.
  Wdl value;

  /// Room for one logit per move, in the order of `moves()`; all must be set. If an evaluator does
  /// not call this, the policy is uniform and is not stored.
  std::span<float> logits() {
    has_policy_ = true;
    return std::span<float>(logits_).first(moves().size());
  }

  [[nodiscard]] bool has_policy() const { return has_policy_ && !moves_.empty(); }

  /// Prepares for another position, which `state` is already at. For the owner of the request.
  void renew(std::uint64_t seed) {
    random_ = Random(seed);
    has_moves_ = false;
    has_policy_ = false;
    value = {};
  }

 private:
  GameState<G>* state_;
  Random random_{0};
  bool has_moves_ = false;
  bool has_policy_ = false;
  MoveList<G> moves_;
  std::array<float, G::max_moves> logits_;
};

/// Evaluates positions: by rollouts, a handcrafted evaluation, a net or an exact table.
///
/// Positions come in batches, which may mix games; an answer depends only on its own request.
/// Decorators (such as a cache) hold another evaluator and pass on part of the batch.
template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual void evaluate(std::span<EvaluationRequest<G>* const> batch) = 0;
};

}  // namespace tavlab
