#include "selfplay/agents/search_agent.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/game_state.h"
#include "tests/support/toy_agents.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Race;
using toy::RaceRules;
using toy::TicTacToe;
using toy::Wide;

template <Game G>
std::unique_ptr<Agent<G>> agent(const typename G::Rules& rules, std::string_view text) {
  return make_agent<G>(AgentSpec::parse(text), rules);
}

/// One game of the agent against itself, as words.
template <Game G>
std::vector<int> play(Agent<G>& player, const typename G::Rules& rules, std::uint64_t seed) {
  Random random(seed);
  GameState<G> state(rules);
  std::vector<int> events;
  player.start_game();
  while (!state.over()) {
    if (state.node_kind() == NodeKind::chance) {
      const std::uint8_t outcome = state.play_random_chance(random);
      player.observe_chance(outcome);
      events.push_back(100 + outcome);
    } else {
      const auto move = player.choose(state, random);
      state.play(move);
      player.observe_move(move);
      events.push_back(move.number());
    }
  }
  return events;
}

TEST(SearchAgent, FindsWinsAndReportsThem) {
  const toy::NoRules rules;
  for (const char* text :
       {"mcts:sims=300", "mcts:sims=300,rollout=informed", "mcts:sims=300,rollout=none",
        "mcts:sims=300,cutoff=2", "mcts:sims=300,rollout=none,prior=lookahead"}) {
    GameState<TicTacToe> state = TicTacToe::after(rules, {0, 3, 1, 8});
    const auto player = agent<TicTacToe>(rules, text);
    Random random(1);
    Analysis<TicTacToe> report;
    EXPECT_EQ(player->choose(state, random, &report).number(), 2) << text;
    EXPECT_EQ(report.proven, Result::first_wins);
    EXPECT_EQ(report.value, 1.0);
    ASSERT_FALSE(report.candidates.empty());
    EXPECT_EQ(report.candidates.front().move.number(), 2);
    ASSERT_FALSE(report.principal_variation.empty());
    EXPECT_EQ(report.principal_variation.front().number(), 2);
  }
}

TEST(SearchAgent, PriorsByLookaheadNeedAnEvaluation) {
  const toy::NoRules rules;
  for (const char* text : {"mcts:sims=9,prior=lookahead", "mcts:sims=9,prior=lookahead,cutoff=4"}) {
    EXPECT_THROW(agent<TicTacToe>(rules, text), UserError) << text;
  }
}

TEST(SearchAgent, DefaultsAreThoseOfTheSearch) {
  const AgentSpec spec = AgentSpec::parse("mcts");
  EXPECT_EQ(spec.real("fpu"), SearchOptions{}.fpu.value);
  EXPECT_EQ(spec.real("fpu"), SearchOptions{}.root_fpu.value);
  EXPECT_EQ(spec.real("noise"), SearchOptions{}.noise_weight);
  // The default of cpuct depends on whether there is a net; without one it is the search's.
  EXPECT_FALSE(spec.real("cpuct"));
  const toy::WideRules rules{.width = 5, .depth = 8};
  const auto visits = [&](const std::string& text) {
    GameState<Wide> state(rules);
    Random random(2);
    Analysis<Wide> analysis;
    agent<Wide>(rules, text)->choose(state, random, &analysis);
    std::vector<std::uint64_t> all;
    for (const auto& candidate : analysis.candidates) all.push_back(candidate.visits);
    return all;
  };
  const std::string same = "mcts:sims=300,cpuct=" + std::to_string(SearchOptions{}.cpuct);
  EXPECT_EQ(visits("mcts:sims=300"), visits(same));
  EXPECT_NE(visits("mcts:sims=300"), visits("mcts:sims=300,cpuct=0.1"));
}

TEST(SearchAgent, PlaysAGameTheSameWhateverItPlayedBefore) {
  const RaceRules rules;
  for (const char* text : {"mcts:sims=60", "mcts:sims=60,reuse=off", "mcts:sims=60,temperature=1",
                           "mcts:nodes=80,noise=0.25"}) {
    const auto used = agent<Race>(rules, text);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto fresh = agent<Race>(rules, text);
      EXPECT_EQ(play(*used, rules, seed), play(*fresh, rules, seed)) << text;
    }
  }
}

TEST(SearchAgent, WithoutObservingStillSearchesTheRightPosition) {
  const toy::NoRules rules;
  const auto player = agent<TicTacToe>(rules, "mcts:sims=200");
  Random random(1);
  GameState<TicTacToe> empty(rules);
  player->choose(empty, random);
  GameState<TicTacToe> winning = TicTacToe::after(rules, {0, 3, 1, 8});
  EXPECT_EQ(player->choose(winning, random).number(), 2);
}

TEST(SearchAgent, ReuseKeepsTheTree) {
  const toy::WideRules rules{.width = 4, .depth = 12};
  const auto nodes_at_second_move = [&](std::string_view text) {
    const auto player = agent<Wide>(rules, text);
    Random random(1);
    GameState<Wide> state(rules);
    player->start_game();
    for (int ply = 0; ply < 2; ++ply) {
      const auto move = player->choose(state, random);
      state.play(move);
      player->observe_move(move);
    }
    Analysis<Wide> report;
    player->choose(state, random, &report);
    EXPECT_EQ(report.simulations, 300U);
    return report.nodes;
  };
  EXPECT_GT(nodes_at_second_move("mcts:sims=300"), 310U);
  EXPECT_LE(nodes_at_second_move("mcts:sims=300,reuse=off"), 301U);
}

TEST(SearchAgent, PlaysTheOnlyMoveWithoutASearch) {
  const RaceRules rules;
  GameState<Race> state(rules);
  state.play_chance(0);  // a roll of 0 leaves one move
  const auto player = agent<Race>(rules, "mcts:sims=1000000000");
  Random random(1);
  player->start_game();
  const auto move = player->choose(state, random);
  EXPECT_EQ(move.number(), 0);
  // If a report is requested, it searches all the same.
  Analysis<Race> report;
  agent<Race>(rules, "mcts:sims=50")->choose(state, random, &report);
  EXPECT_EQ(report.simulations, 50U);
}

TEST(SearchAgent, EndsWhenStopped) {
  const toy::WideRules rules;
  const auto player = agent<Wide>(rules, "mcts:sims=1000000000");
  std::stop_source source;
  source.request_stop();
  player->stop_when(source.get_token());
  GameState<Wide> state(rules);
  Random random(1);
  EXPECT_NE(player->choose(state, random), toy::Move{});
}

TEST(SearchAgent, TakesTheLimitsOfATurn) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  const auto simulations = [&](Agent<Wide>& player) {
    Random random(1);
    Analysis<Wide> report;
    player.choose(state, random, &report);
    return report.simulations;
  };
  const auto player = agent<Wide>(rules, "mcts:sims=20,reuse=off");
  TurnLimits turn;
  turn.nodes = 70;
  player->limit_turn(turn);
  EXPECT_EQ(simulations(*player), 70U);
  turn = {};
  turn.depth = 3;  // ignored by this agent
  player->limit_turn(turn);
  EXPECT_EQ(simulations(*player), 20U);
  player->limit_turn({});
  EXPECT_EQ(simulations(*player), 20U);
  // Gumbel search plans for a number of simulations.
  turn.nodes = 70;
  const auto gumbel = agent<Wide>(rules, "mcts:sims=20,gumbel=4");
  gumbel->limit_turn(turn);
  EXPECT_EQ(simulations(*gumbel), 20U);
}

/// The stop is requested from within, by the callback for reports; nothing else ends the search.
TEST(SearchAgent, SearchesUntilStoppedAndReportsOnTheWay) {
  const toy::WideRules rules;
  const auto player = agent<Wide>(rules, "mcts:sims=1");
  TurnLimits turn;
  turn.infinite = true;
  player->limit_turn(turn);
  std::stop_source source;
  player->stop_when(source.get_token());
  std::vector<std::uint64_t> reported;
  player->report_progress([&](const Analysis<Wide>& analysis) {
    EXPECT_FALSE(analysis.principal_variation.empty());
    reported.push_back(analysis.simulations);
    if (analysis.simulations >= 5000) source.request_stop();
  });
  GameState<Wide> state(rules);
  Random random(1);
  Analysis<Wide> report;
  EXPECT_NE(player->choose(state, random, &report), toy::Move{});
  ASSERT_GE(reported.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(reported));
  EXPECT_EQ(report.simulations, reported.back());
  EXPECT_LE(report.simulations, reported[reported.size() - 2] + 1) << "it ends at once";
}

TEST(SearchAgent, HasAMoveWhateverTheLimit) {
  const toy::WideRules rules;
  for (const char* text : {"mcts:sims=1", "mcts:nodes=1", "mcts:seconds=0.001"}) {
    const auto player = agent<Wide>(rules, text);
    GameState<Wide> state(rules);
    Random random(1);
    EXPECT_NE(player->choose(state, random), toy::Move{}) << text;
  }
}

}  // namespace
}  // namespace tavlab
