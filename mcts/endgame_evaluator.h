#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/solving/exact.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// The value of a position that an exact table knows.
template <Game G>
Wdl exact_value(const typename Exact<G>::Table& table, const typename G::Rules& rules,
                const typename G::Position& position) {
  const double value = table.value(rules, position);
  if constexpr (Exact<G>::whole_games) return Wdl::from_score(value);
  // Endgames without chance are won, lost or drawn.
  return Wdl::from_score(value, value == score(Result::draw) ? 1.0 : 0.0);
}

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
        request->value = exact_value<G>(*table_, state.rules(), state.position());
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
