// Agents on the Royal Game of Ur: small budgets, wide margins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/match/game_runner.h"
#include "selfplay/match/match_summary.h"
#include "tests/selfplay/plain_search.h"
#include "tests/selfplay/played.h"

namespace tavlab {
namespace {

double score_against_random(const std::string& rules, const std::string& agent,
                            std::uint64_t games) {
  return MatchSummary(played(match_of(rules, agent, "random"), games)).agent(0).score();
}

TEST(UrAgents, GreedyBeatsRandom) {
  for (const char* rules : {"ur-finkel", "ur-masters", "ur-blitz", "ur-aseb", "ur-skiryuk"}) {
    EXPECT_GE(score_against_random(rules, "greedy", 100), 0.85) << rules;
  }
}

TEST(UrAgents, ExpectimaxBeatsRandom) {
  for (const char* rules : {"ur-finkel", "ur-skiryuk"}) {
    EXPECT_GE(score_against_random(rules, "alphabeta:depth=1", 60), 0.85) << rules;
    EXPECT_GE(score_against_random(rules, "alphabeta:depth=2", 40), 0.85) << rules;
    EXPECT_GE(score_against_random(rules, "alphabeta:depth=3", 20), 0.85) << rules;
  }
}

TEST(UrAgents, MonteCarloSearchBeatsRandom) {
  for (const char* rules : {"ur-finkel", "ur-skiryuk"}) {
    EXPECT_GE(score_against_random(rules, "mcts:rollout=none,sims=50", 60), 0.8) << rules;
    EXPECT_GE(score_against_random(rules, "mcts:cutoff=20,sims=100", 20), 0.75) << rules;
  }
}

/// Depth counts decisions and passed turns; the rolls between them are averaged exactly.
TEST(UrAgents, ExpectimaxAgreesWithPlainSearch) {
  for (const char* id : {"ur-finkel", "ur-blitz", "ur-skiryuk", "ur-skiryuk-tjau", "ur-dmytro"}) {
    const RuleSet rule_set = load_rule_set(id);
    const auto rules = Ur::compile(rule_set);
    Random random(5);
    GameState<Ur> state(*rules);
    for (int ply = 0; ply < 120 && !state.over(); ++ply) {
      while (state.node_kind() == NodeKind::chance) state.play_random_chance(random);
      if (state.over()) break;
      const int depth = ply % 40 == 20 ? 3 : ply % 5 == 0 ? 2 : 1;
      const SearchScore expected = PlainSearch<Ur>(true).value(state, depth);
      for (const std::size_t table : {0, 1}) {
        AlphaBetaSearch<Ur> search({.depth = depth, .table_megabytes = table});
        Analysis<Ur> report;  // a single legal move is searched only for a report
        search.run(state, random, &report);
        const SearchScore score = state.to_move() == Side::first ? search.score() : -search.score();
        if (is_proven(score) && !is_proven(expected)) continue;  // proven at a lower depth
        // Each average is rounded to a whole number.
        ASSERT_NEAR(score, expected, 3) << id << " ply " << ply << " depth " << depth;
      }
      state.play(state.random_move(random));
    }
  }
}

TEST(UrAgents, MatchDoesNotDependOnThreads) {
  for (const char* first : {"greedy", "mcts:sims=20,cutoff=5", "alphabeta:depth=2,table=1"}) {
    const MatchSettings match = match_of("ur-skiryuk", first, "mcts:rollout=none,sims=20");
    const auto one = played(match, 6, 1);
    const auto two = played(match, 6, 2);
    for (std::size_t i = 0; i < one.size(); ++i) {
      EXPECT_EQ(one[i].moves, two[i].moves) << first;
      EXPECT_EQ(one[i].chance.roll_counts, two[i].chance.roll_counts);
    }
  }
}

TEST(UrAgents, TreesAreKeptThroughRollsAndPasses) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  const auto total_nodes = [&](std::string_view text) {
    const auto player = make_agent<Ur>(AgentSpec::parse(text), *rules);
    Random random(3);
    GameState<Ur> state(*rules);
    std::uint64_t nodes = 0;
    player->start_game();
    while (!state.over()) {
      if (state.node_kind() == NodeKind::chance) {
        player->observe_chance(state.play_random_chance(random));
        continue;
      }
      Analysis<Ur> report;
      const auto move = player->choose(state, random, &report);
      if (report.proven == Result::unfinished) {
        EXPECT_EQ(report.simulations, 60U);
      }
      nodes += report.nodes;
      state.play(move);
      player->observe_move(move);
    }
    return static_cast<double>(nodes) / state.plies();
  };
  // The first simulation of a fresh tree is the root's own.
  EXPECT_GT(total_nodes("mcts:rollout=none,sims=60"), 62.0);
  EXPECT_LE(total_nodes("mcts:rollout=none,sims=60,reuse=off"), 61.0);
}

/// Fails if asked for a move where there is nothing to decide.
class Witness final : public Agent<Ur> {
 public:
  ur::Move choose(GameState<Ur>& state, Random& random, Analysis<Ur>* /*report*/) override {
    EXPECT_EQ(state.node_kind(), NodeKind::decision);
    EXPECT_GE(state.count_legal_moves(), 1U);
    ++asked;
    return state.random_move(random);
  }
  void observe_chance(std::uint8_t /*outcome*/) override { ++rolls; }

  int asked = 0;
  int rolls = 0;
};

TEST(UrAgents, NobodyIsAskedWhereATurnPasses) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  GameRunner<Ur> runner(*rules);
  int passes = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Witness white;
    Witness black;
    GameSetup setup;
    setup.seed = seed;
    const GameRecord record = runner.play(setup, white, black).value();
    EXPECT_EQ(white.asked + black.asked, record.plies);
    EXPECT_EQ(white.rolls, record.chance.rolls);
    EXPECT_EQ(white.rolls, black.rolls);
    EXPECT_EQ(record.chance.rolls, record.plies + record.chance.passes);
    passes += record.chance.passes;
  }
  EXPECT_GT(passes, 100);
}

}  // namespace
}  // namespace tavlab
