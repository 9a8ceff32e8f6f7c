// How much memory the tree of a search may take.
#include "selfplay/agents/tree_memory.h"

#include <gtest/gtest.h>

#include "core/families.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/search_agent.h"

namespace tavlab {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

TEST(TreeMemory, FitsTheMachine) {
  EXPECT_EQ(default_tree_bytes(24 * kGiB, 2), 24 * kGiB / 16);
  EXPECT_EQ(default_tree_bytes(1024 * kGiB, 4), 4 * kGiB) << "no more than 4 GiB";
  EXPECT_EQ(default_tree_bytes(kGiB, 128), kGiB / 16) << "no less than 64 MiB";
  EXPECT_GT(usable_memory(), kGiB / 4);
}

/// The two agents of each worker, their trees copied as the root moves, take half of the memory.
TEST(TreeMemory, LeavesHalfToOthers) {
  for (const unsigned cores : {1U, 2U, 8U}) {
    const std::uint64_t memory = 2 * kGiB * cores;
    EXPECT_LE(default_tree_bytes(memory, cores) * cores * 2 * 2, memory / 2);
  }
}

TEST(TreeMemory, EndsWhereTheAgentSays) {
  const auto nodes_of = [](const char* agent) {
    return visit_game(load_rule_set("brandubh-7", {}), [&](auto game, const auto& rules) {
      using G = decltype(game);
      const auto player = make_agent<G>(AgentSpec::parse(agent), *rules);
      GameState<G> state(*rules);
      Random random(1);
      Analysis<G> report;
      player->start_game();
      player->choose(state, random, &report);
      EXPECT_EQ(report.simulations, 60'000U) << "the search continues in its tree";
      return report.nodes;
    });
  };
  const std::uint64_t bounded = nodes_of("mcts:rollout=none,sims=60000,memory=1");
  EXPECT_GT(bounded, 10'000U);
  EXPECT_LT(bounded, (1U << 20) / 40) << "at most 1 MiB of nodes";
  EXPECT_GT(nodes_of("mcts:rollout=none,sims=60000"), bounded);
}

}  // namespace
}  // namespace tavlab
