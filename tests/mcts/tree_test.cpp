#include "mcts/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mcts/expand.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Wide;

TEST(Tree, BlockSizesHoldWhatTheyAreAskedFor) {
  std::size_t last = 0;
  for (std::size_t count = 1; count < 70'000; ++count) {
    const std::size_t size = Tree<Wide>::block_size(count);
    ASSERT_GE(size, count);
    ASSERT_LE(size, count + count / 2 + 1);
    ASSERT_EQ(Tree<Wide>::block_size(size), size);  // a block's size follows from its count
    ASSERT_GE(size, last);
    last = size;
  }
}

TEST(Tree, OrderOfTryingIsAPermutation) {
  Random random(1);
  for (std::uint32_t n = 1; n < 400; ++n) {
    for (int i = 0; i < 20; ++i) {
      const auto seed = static_cast<std::uint32_t>(random());
      std::vector<bool> seen(n, false);
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t x = permuted(k, n, seed);
        ASSERT_LT(x, n);
        ASSERT_FALSE(seen[x]);
        seen[x] = true;
      }
    }
  }
}

TEST(Tree, OrderOfTryingFavoursNoMove) {
  // Each place should get each move equally often: chi-square with 109 degrees of freedom, whose
  // 0.9999 quantile is 173.
  constexpr std::uint32_t n = 110;
  constexpr int draws = 110'000;
  for (const std::uint32_t place : {0U, 1U, 2U, 50U, 109U}) {
    std::array<int, n> counts{};
    Random random(place + 7);
    for (int i = 0; i < draws; ++i)
      ++counts[permuted(place, n, static_cast<std::uint32_t>(random()))];
    double chi = 0;
    for (const int count : counts) chi += (count - 1000.0) * (count - 1000.0) / 1000.0;
    EXPECT_LT(chi, 173) << "place " << place;
  }
}

TEST(Tree, OrderOfTryingHasNoNeighbourhoods) {
  // Moves next to each other in the generator's order are moves of one piece; the second move tried
  // should not be a neighbour of the first more often than by chance, which is 2 / 110.
  Random random(3);
  int neighbours = 0;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    const auto seed = static_cast<std::uint32_t>(random());
    const int gap =
        static_cast<int>(permuted(0, 110, seed)) - static_cast<int>(permuted(1, 110, seed));
    neighbours += gap == 1 || gap == -1;
  }
  EXPECT_LT(neighbours, draws * 2 / 110 * 3 / 2);
}

TEST(Tree, ChildrenSurviveTheGrowthOfTheirBlock) {
  Tree<Wide> tree;
  for (int i = 0; i < 1000; ++i) {
    const auto child = tree.add_child(tree.root());
    tree.node(child).move = toy::Move::number(i);
    tree.visits(child) = static_cast<std::uint32_t>(i);
    tree.key(child) = static_cast<float>(i);
  }
  EXPECT_EQ(tree.size(), 1001U);
  const auto& root = tree.node(tree.root());
  ASSERT_EQ(root.children, 1000);
  for (int i = 0; i < 1000; ++i) {
    const auto child = root.first_child + static_cast<std::uint32_t>(i);
    ASSERT_EQ(tree.node(child).move.number(), i);
    ASSERT_EQ(tree.visits(child), static_cast<std::uint32_t>(i));
    ASSERT_EQ(tree.key(child), static_cast<float>(i));
  }
}

TEST(Tree, OutgrownBlocksAreUsedAgain) {
  Tree<Wide> tree;
  // Node after node grows to ten children; the small blocks they outgrow must not pile up.
  std::uint32_t made = 0;
  for (int i = 0; i < 100; ++i) tree.add_child(tree.root());
  for (std::uint32_t k = 0; k < 100; ++k) {
    for (int i = 0; i < 10; ++i, ++made) tree.add_child(tree.node(tree.root()).first_child + k);
  }
  EXPECT_EQ(tree.size(), 1 + 100 + made);
  EXPECT_LT(tree.bytes(), 2 * tree.size() * Tree<Wide>::kNodeBytes);
}

TEST(Tree, OutcomeListsAreSortedAndShared) {
  Tree<toy::Race> tree;
  const toy::RaceRules rules;
  ChanceList<toy::Race> outcomes;
  toy::Race::chance_outcomes(rules, toy::Race::start(rules), outcomes);
  const std::uint32_t table = tree.outcome_table(outcomes);
  EXPECT_EQ(tree.outcome_table(outcomes), table);
  std::vector<int> order;
  for (const ChanceOutcome& outcome : tree.outcomes(table)) order.push_back(outcome.value);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 0, 3}));
  outcomes[0].probability = 0.25;
  EXPECT_NE(tree.outcome_table(outcomes), table);
}

// A million nodes with 110 moves each in at most 200 MB; the bound here is what the layout gives,
// however narrow or wide the tree.
TEST(Memory, MillionNodesOfAWideGame) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  const auto bytes = [&](double cpuct, std::uint64_t nodes) {
    SearchOptions options;
    options.cpuct = cpuct;
    Search<Wide> search(GameState<Wide>(rules), options, 1);
    run<Wide>(search, evaluator, {.nodes = nodes});
    EXPECT_EQ(search.tree().size(), nodes);
    return search.tree().bytes();
  };
  EXPECT_LT(bytes(1, 1'000'000), 90'000'000U);
  EXPECT_LT(bytes(0.2, 100'000), 9'000'000U);  // narrow and deep
  EXPECT_LT(bytes(10, 100'000), 9'000'000U);   // wide and flat
}

TEST(Memory, ABoundIsKeptAndTheSearchGoesOn) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  SearchOptions options;
  options.max_bytes = 1'000'000;
  Search<Wide> search(GameState<Wide>(rules), options, 1);
  run<Wide>(search, evaluator, {.simulations = 100'000});
  EXPECT_EQ(search.simulations(), 100'000U);
  EXPECT_EQ(search.stop_reason(), StopReason::simulations);
  EXPECT_TRUE(search.tree().full());
  EXPECT_LE(search.tree().bytes(), options.max_bytes);
  EXPECT_GT(search.tree().size(), 15'000U);
  EXPECT_EQ(root_report(search).visits, 100'000U);
  // And it can move on, with what it has.
  search.play(best_move(search));
  run<Wide>(search, evaluator, {.simulations = 1000});
  EXPECT_EQ(search.simulations(), 1000U);
}

TEST(Memory, ABoundMayStopTheSearch) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  SearchOptions options;
  options.max_bytes = 1'000'000;
  options.stop_when_full = true;
  Search<Wide> search(GameState<Wide>(rules), options, 1);
  run<Wide>(search, evaluator, {.simulations = 100'000});
  EXPECT_EQ(search.stop_reason(), StopReason::memory);
  EXPECT_LT(search.simulations(), 100'000U);
}

}  // namespace
}  // namespace tavlab
