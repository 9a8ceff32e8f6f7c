#pragma once

#include <cstdint>
#include <vector>

#include "core/families.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "mcts/evaluator.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/net.h"
#include "nn/net_evaluator.h"
#include "tests/support/positions.h"

namespace tavlab {

/// A net's outputs for one position.
struct NetOutput {
  std::vector<float> logits;  ///< one for each legal move
  float win, draw, loss;      ///< of the first player

  bool operator==(const NetOutput&) const = default;
};

/// The net's outputs for an early decision of a random game under these rules.
inline NetOutput outputs_of(const Net& net, const RuleSet& rule_set, std::uint64_t seed = 1) {
  return visit_game(rule_set, [&](auto game, const auto& rules) -> NetOutput {
    using G = decltype(game);
    NetEvaluator<G> evaluator(net, make_eigen_backend(net), false);
    GameState<G> state(*rules);
    Random random(seed);
    play_to_a_choice(state, random);
    EvaluationRequest<G> request(state);
    request.renew(1);
    EvaluationRequest<G>* batch[] = {&request};
    evaluator.evaluate(batch);
    return {{request.logits().begin(), request.logits().end()},
            request.value.win,
            request.value.draw,
            request.value.loss};
  });
}

}  // namespace tavlab
