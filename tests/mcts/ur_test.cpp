// The search on the Royal Game of Ur: rolls that pass, extra rolls, games with cycles.
#include "core/ur/ur.h"

#include <gtest/gtest.h>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"

namespace tavlab {
namespace {

std::shared_ptr<const Ur::Rules> rules_of(const char* id, std::vector<std::string> overrides = {}) {
  return Ur::compile(load_rule_set(id, overrides));
}

TEST(UrSearch, ConvergesToExactValues) {
  // With one piece a side; the values are the published oracle's.
  struct Case {
    const char* rules;
    std::vector<std::string> overrides;
    double value;
  };
  for (const Case& each : {Case{"ur-finkel", {"pieces=1"}, 0.530049839525},
                           Case{"ur-skiryuk", {"pieces=1", "opening=free"}, 0.538179787596},
                           Case{"ur-skiryuk", {"pieces=1"}, 0.492115568263}}) {
    const auto rules = rules_of(each.rules, each.overrides);
    const GameState<Ur> state(*rules);
    RolloutEvaluator<Ur> rollouts;
    Search<Ur> search(state, without_solver(), 1);
    run<Ur>(search, rollouts, {.simulations = 300'000});
    EXPECT_NEAR(root_report(search).value, each.value, 0.01) << each.rules;
    expect_consistent(search.tree(), false);
  }
}

TEST(UrSearch, KeepsItsTreeThroughRollsAndPasses) {
  for (const char* id : {"ur-finkel", "ur-skiryuk"}) {
    const auto rules = rules_of(id);
    GameState<Ur> state(*rules);
    StaticEvaluator<Ur> evaluator;
    Search<Ur> search(state, without_solver(), 1);
    Random random(2);
    int passes = 0;
    while (!state.over()) {
      run<Ur>(search, evaluator, {.simulations = 100});
      const bool rolls = state.node_kind() == NodeKind::chance;
      expect_tree_follows(state, search, random, [&] { return best_move(search); });
      passes += rolls && state.node_kind() == NodeKind::chance ? 1 : 0;
    }
    EXPECT_GT(passes, 0) << id;
    EXPECT_GT(state.plies(), 50) << id;
  }
}

}  // namespace
}  // namespace tavlab
