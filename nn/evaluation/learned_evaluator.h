#pragma once

#include <memory>
#include <span>
#include <utility>

#include "core/game.h"
#include "core/game_state.h"
#include "mcts/evaluator.h"
#include "nn/evaluation/net_evaluation.h"

namespace tavlab {

/// Evaluates the leaves of a tree search with a learned evaluation; no policy.
template <Game G>
class LearnedEvaluator final : public Evaluator<G> {
 public:
  /// The rules must outlive it.
  LearnedEvaluator(std::shared_ptr<const EvaluationWeights> weights, const typename G::Rules& rules)
      : evaluation_(std::move(weights), rules) {}

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) request->value = value(request->state());
  }

  [[nodiscard]] Wdl value(const GameState<G>& state) {
    const double advantage = evaluation_.advantage(state.position());
    return Wdl::from_score(0.5 + 0.5 * advantage / kMaxAdvantage);
  }

 private:
  NetEvaluation<G> evaluation_;
};

}  // namespace tavlab
