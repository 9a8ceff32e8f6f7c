#include <gtest/gtest.h>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Chase;
using toy::no_rules;
using toy::Race;
using toy::TicTacToe;

TEST(Solver, ProvesThatTicTacToeIsADraw) {
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(GameState<TicTacToe>(no_rules), {}, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 1'000'000});
  EXPECT_EQ(search.stop_reason(), StopReason::proven);
  EXPECT_LT(search.simulations(), 200'000U);
  const NodeReport root = root_report(search);
  EXPECT_EQ(root.proof, Proof::draw);
  EXPECT_EQ(root.value, 0.5);
  EXPECT_EQ(root.wdl.draw, 1);
  expect_consistent(search.tree(), true);
}

TEST(Solver, ProofsAreExactInTicTacToe) {
  RolloutEvaluator<TicTacToe> rollouts;
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    auto state = after_random_moves<TicTacToe>(no_rules, 3, random);
    SearchOptions options;
    options.look_for_wins = i % 2 == 0;
    Search<TicTacToe> search(state, options, static_cast<std::uint64_t>(i));
    run<TicTacToe>(search, rollouts, {.simulations = 100'000});
    ASSERT_EQ(search.stop_reason(), StopReason::proven);
    const double exact = toy::exact_value(state);
    ASSERT_EQ(root_report(search).value, exact);
    // The chosen move keeps the value.
    state.play(best_move(search));
    ASSERT_EQ(toy::exact_value(state), exact);
    for (const auto& child : root_children(search)) {
      if (child.proof == Proof::open) continue;
      GameState<TicTacToe> next = search.state();
      next.play(child.move);
      ASSERT_EQ(child.value, toy::exact_value(next));
    }
  }
}

TEST(Solver, FindsAForcedWinAndStops) {
  // Answering a corner at an edge loses to a fork some moves later.
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 1}), {}, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 100'000});
  EXPECT_EQ(search.stop_reason(), StopReason::proven);
  EXPECT_LT(search.simulations(), 5000U);
  EXPECT_EQ(root_report(search).proof, Proof::first_wins);
  // The expected line, won to the end.
  GameState<TicTacToe> state = search.state();
  for (const auto& step : principal_variation(search)) state.play(step.move);
  EXPECT_EQ(state.result(), Result::first_wins);
}

TEST(Solver, TakesAWinInOneAtTheFirstLook) {
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 3, 1, 4}), {}, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 100});
  EXPECT_EQ(search.stop_reason(), StopReason::proven);
  EXPECT_EQ(search.simulations(), 2U);
  EXPECT_EQ(best_move(search).number(), 2);
  EXPECT_EQ(root_report(search).proof, Proof::first_wins);
}

TEST(Solver, LostPositionsStillGiveAMove) {
  // X threatens 2 and 6; whatever O does loses.
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 8, 1, 5, 3}), {}, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 100'000});
  EXPECT_EQ(search.stop_reason(), StopReason::proven);
  EXPECT_NE(best_move(search), toy::Move{});
}

TEST(Solver, AnUntriedMoveIsBetterThanAProvenLoss) {
  // O must block at 2; everything else loses at once. However early the search is cut off, it never
  // chooses a move that it knows to lose while there are others.
  RolloutEvaluator<TicTacToe> rollouts;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 4, 1}), {}, seed);
    for (int i = 0; i < 40; ++i) {
      run<TicTacToe>(search, rollouts, {.simulations = 1});
      const toy::Move best = best_move(search);
      for (const auto& child : root_children(search)) {
        if (child.move == best) {
          ASSERT_NE(child.proof, Proof::first_wins);
        }
      }
    }
  }
}

TEST(Solver, ComputesExactExpectationsThroughDice) {
  RolloutEvaluator<Race> rollouts;
  for (const toy::RaceRules rules :
       {toy::RaceRules{3, 4}, toy::RaceRules{4, 5}, toy::RaceRules{5, 5}}) {
    GameState<Race> state(rules);
    Search<Race> search(state, {}, 1);
    run<Race>(search, rollouts, {.simulations = 3'000'000});
    ASSERT_EQ(search.stop_reason(), StopReason::proven);
    EXPECT_EQ(root_report(search).proof, Proof::mixed);
    EXPECT_NEAR(root_report(search).value, toy::exact_value(state), 1e-12);
    const Wdl wdl = root_report(search).wdl;
    EXPECT_NEAR(double{wdl.win + wdl.draw + wdl.loss}, 1, 1e-6);
    expect_consistent(search.tree(), true);
  }
}

TEST(Solver, ChecksRepetitionAlongThePath) {
  using Verdict = RepetitionRule::Verdict;
  RolloutEvaluator<Chase> rollouts;
  for (const Verdict verdict : {Verdict::draw, Verdict::mover_loses, Verdict::first_wins,
                                Verdict::forbidden, Verdict::forbidden_to_second}) {
    for (const int size : {4, 5, 6}) {
      const toy::ChaseRules rules{size, {verdict, RepetitionRule::Scope::position, 2}};
      GameState<Chase> state(rules);
      Search<Chase> search(state, {}, 1);
      run<Chase>(search, rollouts, {.simulations = 500'000});
      ASSERT_EQ(search.stop_reason(), StopReason::proven)
          << "verdict " << static_cast<int>(verdict) << " size " << size;
      EXPECT_EQ(root_report(search).value, toy::exact_value(state))
          << "verdict " << static_cast<int>(verdict) << " size " << size;
    }
  }
}

TEST(Solver, ProofsInTheTreeAreRightWithManyLeavesInFlight) {
  RolloutEvaluator<TicTacToe> rollouts;
  const SearchOptions options = with_leaves_in_flight(7);
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    auto state = after_random_moves<TicTacToe>(no_rules, 3, random);
    Search<TicTacToe> search(state, options, static_cast<std::uint64_t>(i));
    run<TicTacToe>(search, rollouts, {.simulations = 100'000});
    ASSERT_EQ(search.stop_reason(), StopReason::proven);
    ASSERT_EQ(root_report(search).value, toy::exact_value(state));
    expect_consistent(search.tree(), true);
  }
  const toy::RaceRules rules{4, 5};
  GameState<Race> race(rules);
  RolloutEvaluator<Race> race_rollouts;
  Search<Race> search(race, options, 1);
  run<Race>(search, race_rollouts, {.simulations = 3'000'000});
  EXPECT_NEAR(root_report(search).value, toy::exact_value(race), 1e-12);
}

}  // namespace
}  // namespace tavlab
