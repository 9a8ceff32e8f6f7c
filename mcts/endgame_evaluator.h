#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mcts/evaluator.h"
#include "solve/exact.h"

namespace tavlab {

/// Evaluates the positions in an exact table, and passes on the others.
template <Game G>
class EndgameEvaluator final : public Evaluator<G> {
 public:
  using Table = typename Exact<G>::Table;

  EndgameEvaluator(std::shared_ptr<const Table> table, std::unique_ptr<Evaluator<G>> other)
      : table_(std::move(table)), other_(std::move(other)) {}

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    unknown_.clear();
    for (EvaluationRequest<G>* request : batch) {
      const auto& state = request->state();
      if (table_->knows(state.rules(), state.position())) {
        const double value = table_->value(state.rules(), state.position());
        // Endgames without chance are won, lost or drawn.
        request->value = Exact<G>::whole_games
                             ? Wdl::from_score(value)
                             : Wdl::from_score(value, value == score(Result::draw) ? 1.0 : 0.0);
      } else {
        unknown_.push_back(request);
      }
    }
    if (!unknown_.empty()) other_->evaluate(unknown_);
  }

 private:
  std::shared_ptr<const Table> table_;
  std::unique_ptr<Evaluator<G>> other_;
  std::vector<EvaluationRequest<G>*> unknown_;
};

}  // namespace tavlab
