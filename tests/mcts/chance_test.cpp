#include <gtest/gtest.h>

#include <cmath>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Race;

TEST(Chance, ConvergesToTheExpectationWithoutTheSolver) {
  RolloutEvaluator<Race> rollouts;
  for (const toy::RaceRules rules : {toy::RaceRules{3, 4}, toy::RaceRules{4, 5}}) {
    GameState<Race> state(rules);
    Search<Race> search(state, without_solver(), 1);
    run<Race>(search, rollouts, {.simulations = 300'000});
    EXPECT_NEAR(root_report(search).value, toy::exact_value(state), 0.01);
    expect_consistent(search.tree(), false);
  }
}

TEST(Chance, ConvergesToTheExpectationInALongRace) {
  // Too large to be proven: 3 ^ 10 rolls and choices. The exact value is from exhaustive search.
  const toy::RaceRules rules{5, 6};
  GameState<Race> state(rules);
  RolloutEvaluator<Race> rollouts;
  Search<Race> search(state, without_solver(), 1);
  run<Race>(search, rollouts, {.simulations = 400'000});
  EXPECT_NEAR(root_report(search).value, toy::exact_value(state), 0.01);
}

TEST(Chance, ValueIsTheExpectationOverOutcomesAndVisitsFollowProbabilities) {
  const toy::RaceRules rules{12, 60};
  GameState<Race> state(rules);
  NoiseEvaluator<Race> evaluator;
  for (const std::uint64_t simulations : {2U, 3U, 4U, 5U, 6U, 10U, 33U, 100U, 1000U}) {
    Search<Race> search(state, without_solver(), 1);
    run<Race>(search, evaluator, {.simulations = simulations});
    const auto outcomes = root_children(search);
    const auto rolls = static_cast<double>(simulations - 1);
    double value = 0;
    double seen = 0;
    for (const auto& outcome : outcomes) {
      EXPECT_LE(std::abs(static_cast<double>(outcome.visits) - outcome.prior * rolls), 1.0);
      value += outcome.prior * outcome.value;
      seen += outcome.prior;
    }
    // Outcomes not seen yet count with the evaluation of the position before the roll.
    const double own = double{search.tree().node(0).own};
    EXPECT_NEAR(root_report(search).value, value + (1 - seen) * own, 1e-9);
  }
}

TEST(Chance, AveragesAboveUseExpectationsAndNotRolls) {
  // At a decision with one move, above a chance event, the mean is over its own evaluation and the
  // visits of the chance node at the chance node's expectation.
  const toy::RaceRules rules{12, 60};
  GameState<Race> state(rules);
  state.play_chance(0);  // a roll of 0 leaves only one move
  NoiseEvaluator<Race> evaluator;
  Search<Race> search(state, without_solver(), 1);
  for (int i = 0; i < 50; ++i) {
    run<Race>(search, evaluator, {.simulations = 1});
    const auto children = root_children(search);
    if (children.empty()) continue;
    ASSERT_EQ(children.size(), 1U);
    const NodeReport root = root_report(search);
    const double own = double{search.tree().node(0).own};
    const auto visits = static_cast<double>(children[0].visits);
    EXPECT_NEAR(root.value, (own + visits * children[0].value) / (visits + 1), 1e-7);
  }
}

}  // namespace
}  // namespace tavlab
