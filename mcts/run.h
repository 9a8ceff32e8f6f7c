#pragma once

#include <span>
#include <vector>

#include "core/game.h"
#include "mcts/evaluator.h"
#include "mcts/options.h"
#include "mcts/search.h"

namespace tavlab {

/// Searches one game until a limit is reached.
template <Game G>
void run(Search<G>& search, Evaluator<G>& evaluator, const Limits& limits) {
  search.begin(limits);
  while (true) {
    const auto batch = search.advance();
    if (batch.empty()) return;
    evaluator.evaluate(batch);
  }
}

/// Searches many games concurrently: each batch has the leaves of all unfinished searches. The
/// result of each is the same as if it were searched alone.
template <Game G>
void run(std::span<Search<G>* const> searches, Evaluator<G>& evaluator, const Limits& limits) {
  for (Search<G>* const search : searches) search->begin(limits);
  std::vector<EvaluationRequest<G>*> batch;
  while (true) {
    batch.clear();
    for (Search<G>* const search : searches) {
      if (search->done()) continue;
      const auto requests = search->advance();
      batch.insert(batch.end(), requests.begin(), requests.end());
    }
    if (batch.empty()) return;
    evaluator.evaluate(batch);
  }
}

}  // namespace tavlab
