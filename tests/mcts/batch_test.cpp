#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <vector>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Race;
using toy::TicTacToe;
using toy::Wide;

TEST(Batch, ManyGamesTogetherAreAsEachAlone) {
  const toy::RaceRules rules{12, 40};
  for (const int in_flight : {1, 4}) {
    const SearchOptions options = with_leaves_in_flight(in_flight);
    RolloutEvaluator<Race> rollouts;
    std::deque<Search<Race>> searches;
    std::vector<Search<Race>*> pointers;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Random random(seed);
      const auto state = after_random_moves<Race>(rules, static_cast<int>(seed), random);
      pointers.push_back(&searches.emplace_back(state, options, seed));
    }
    run<Race>(pointers, rollouts, {.simulations = 500});
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Search<Race> alone(searches[seed].state(), options, seed);
      run<Race>(alone, rollouts, {.simulations = 500});
      EXPECT_TRUE(same_tree(alone, searches[seed]));
      EXPECT_EQ(searches[seed].simulations(), 500U);
    }
  }
}

TEST(Batch, IsAsLargeAsThereAreGamesAndLeaves) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  std::deque<Search<Wide>> searches;
  std::vector<Search<Wide>*> pointers;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    pointers.push_back(
        &searches.emplace_back(GameState<Wide>(rules), with_leaves_in_flight(8), seed));
  }
  run<Wide>(pointers, evaluator, {.simulations = 801});
  EXPECT_EQ(evaluator.positions, 16U * 801U);
  // One batch for the roots, then 8 leaves each, hardly ever fewer.
  EXPECT_LT(evaluator.batches, 110U);
}

TEST(InFlight, MarksReturnToZeroAndVisitsAddUp) {
  NoiseEvaluator<Wide> evaluator;
  const toy::WideRules rules;
  for (const int in_flight : {2, 3, 8, 32, 200}) {
    for (const double loss : {0.0, 1.0, 3.0}) {
      SearchOptions options = with_leaves_in_flight(in_flight);
      options.virtual_loss = loss;
      Search<Wide> search(GameState<Wide>(rules), options, 1);
      run<Wide>(search, evaluator, {.simulations = 1000});
      EXPECT_EQ(search.simulations(), 1000U);
      EXPECT_EQ(root_report(search).visits, 1000U);
      EXPECT_EQ(search.tree().size(), 1000U);
      expect_consistent(search.tree(), false);
    }
  }
}

TEST(InFlight, GroupsTakeTurns) {
  NoiseEvaluator<Wide> evaluator;
  const toy::WideRules rules;
  for (const int groups : {2, 4}) {
    SearchOptions options = with_leaves_in_flight(16);
    options.leaf_groups = groups;
    Search<Wide> search(GameState<Wide>(rules), options, 1);
    search.begin({.simulations = 1000});
    std::deque<std::span<EvaluationRequest<Wide>* const>> waiting;
    for (std::size_t group = 0; !search.done(); group = (group + 1) % options.leaf_groups) {
      if (waiting.size() ==
          static_cast<std::size_t>(groups)) {  // its last requests are answered last
        evaluator.evaluate(waiting.front());
        waiting.pop_front();
      }
      waiting.push_back(search.advance(group));
      EXPECT_LE(waiting.back().size(), 16U / options.leaf_groups);
    }
    EXPECT_EQ(search.simulations(), 1000U);
    EXPECT_EQ(root_report(search).visits, 1000U);
    expect_consistent(search.tree(), false);
  }
  SearchOptions uneven = with_leaves_in_flight(15);
  uneven.leaf_groups = 2;
  EXPECT_THROW(Search<Wide>(GameState<Wide>(rules), uneven, 1), std::invalid_argument);
}

TEST(InFlight, WaitingLeavesAreDifferent) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), with_leaves_in_flight(16), 1);
  search.begin({.simulations = 400});
  while (true) {
    const auto requests = search.advance();
    if (requests.empty()) break;
    std::set<std::uint64_t> keys;
    for (EvaluationRequest<Wide>* const request : requests) keys.insert(request->state().key());
    ASSERT_EQ(keys.size(), requests.size());
    evaluator.evaluate(requests);
  }
}

TEST(InFlight, AnAbandonedSearchLeavesNoMarks) {
  const toy::WideRules rules{10, 20};
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), with_leaves_in_flight(4), 1);
  run<Wide>(search, evaluator, {.simulations = 100});
  for (int i = 0; i < 4; ++i) {
    search.begin({.simulations = 100});
    evaluator.evaluate(search.advance());
    ASSERT_FALSE(search.advance().empty());  // never answered
    const toy::Move move = best_move(search);
    search.play(move);
    EXPECT_EQ(search.tree().node(0).in_flight, 0);
    EXPECT_EQ(search.state().plies(), i + 1);
  }
  run<Wide>(search, evaluator, {.simulations = 1000});
  expect_consistent(search.tree(), false);
}

TEST(InFlight, ConvergesLikeOneAtATime) {
  const toy::NoRules rules;
  RolloutEvaluator<TicTacToe> rollouts;
  SearchOptions options = without_solver(0.7);
  options.leaves_in_flight = 8;
  Search<TicTacToe> search(GameState<TicTacToe>(rules), options, 1);
  run<TicTacToe>(search, rollouts, {.simulations = 100'000});
  EXPECT_NEAR(root_report(search).value, 0.5, 0.03);
}

}  // namespace
}  // namespace tavlab
