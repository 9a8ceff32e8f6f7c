#include <gtest/gtest.h>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Race;
using toy::TicTacToe;
using toy::Wide;

TEST(Reuse, TheSubtreeBecomesTheTree) {
  const toy::WideRules rules{20, 30};
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 1);
  run<Wide>(search, evaluator, {.simulations = 5000});
  for (int move = 0; move < 10; ++move) {
    const Tree<Wide>& tree = search.tree();
    const std::size_t best = best_child<Wide>(tree, 0);
    const std::uint32_t child = tree.node(0).first_child + static_cast<std::uint32_t>(best);
    const NodeReport before = node_report<Wide>(tree, child);
    std::vector<std::pair<int, std::uint32_t>> grandchildren;
    for (std::uint32_t k = 0; k < tree.node(child).children; ++k) {
      const std::uint32_t i = tree.node(child).first_child + k;
      grandchildren.emplace_back(tree.node(i).move.number(), tree.visits(i));
    }
    search.play(best_move(search));
    EXPECT_EQ(root_report(search).visits, before.visits);
    EXPECT_EQ(root_report(search).value, before.value);
    EXPECT_EQ(search.tree().size(), before.visits);
    EXPECT_EQ(search.state().plies(), move + 1);
    const auto children = root_children(search);
    ASSERT_EQ(children.size(), grandchildren.size());
    for (std::size_t k = 0; k < children.size(); ++k) {
      EXPECT_EQ(children[k].move.number(), grandchildren[k].first);
      EXPECT_EQ(children[k].visits, grandchildren[k].second);
    }
    expect_consistent(search.tree(), false);
    run<Wide>(search, evaluator, {.simulations = 2000});
    EXPECT_EQ(search.simulations(), 2000U);
    EXPECT_EQ(root_report(search).visits, before.visits + 2000);
    expect_consistent(search.tree(), false);
  }
}

TEST(Reuse, MemoryIsGivenBack) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 1);
  run<Wide>(search, evaluator, {.simulations = 100'000});
  const std::size_t before = search.tree().bytes();
  search.play(best_move(search));
  EXPECT_LT(search.tree().bytes(), before);
  EXPECT_LT(search.tree().bytes(), 2 * search.tree().size() * Tree<Wide>::kNodeBytes + 20'000);
}

TEST(Reuse, AnUnknownMoveStartsAFreshTree) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 1);
  search.play(toy::Move::number(5));
  run<Wide>(search, evaluator, {.simulations = 3});
  std::vector<bool> tried(110, false);
  for (const auto& child : root_children(search)) {
    tried[static_cast<std::size_t>(child.move.number())] = true;
  }
  const auto untried = std::find(tried.begin(), tried.end(), false) - tried.begin();
  search.play(toy::Move::number(static_cast<int>(untried)));
  EXPECT_EQ(search.tree().size(), 1U);
  EXPECT_EQ(search.state().plies(), 2);
  run<Wide>(search, evaluator, {.simulations = 100});
  expect_consistent(search.tree(), false);
}

TEST(Reuse, ThroughRollsOfDice) {
  const toy::RaceRules rules{12, 60};
  RolloutEvaluator<Race> rollouts;
  GameState<Race> state(rules);
  Search<Race> search(state, without_solver(), 1);
  Random random(2);
  while (!state.over()) {
    run<Race>(search, rollouts, {.simulations = 200});
    expect_tree_follows(state, search, random, [&] { return sample_move(search, 1, random); });
    expect_consistent(search.tree(), false);
  }
  run<Race>(search, rollouts, {.simulations = 10});
  EXPECT_EQ(search.stop_reason(), StopReason::over);
}

TEST(Reuse, AWholeGameOfTicTacToeIsADraw) {
  const toy::NoRules rules;
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(GameState<TicTacToe>(rules), with_leaves_in_flight(3), 1);
  while (!search.state().over()) {
    run<TicTacToe>(search, rollouts, {.simulations = 2000});
    expect_consistent(search.tree(), true);
    search.play(best_move(search));
  }
  EXPECT_EQ(search.state().result(), Result::draw);
}

TEST(Reuse, ResetForgetsTheTreeAndKeepsNothing) {
  const toy::NoRules rules;
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(GameState<TicTacToe>(rules), {}, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 500});
  search.reset(TicTacToe::after(rules, {4}));
  EXPECT_EQ(search.tree().size(), 1U);
  EXPECT_EQ(search.state().plies(), 1);
  run<TicTacToe>(search, rollouts, {.simulations = 500});
  EXPECT_EQ(root_report(search).visits, 500U);
}

}  // namespace
}  // namespace tavlab
