// The learned evaluations that come with tavlab.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/io/files.h"
#include "core/random.h"
#include "core/ruleset/parameter.h"
#include "core/ruleset/ruleset.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/evaluation/value_line.h"
#include "nn/net_files.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/evaluation/config.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_summary.h"
#include "tests/support/test_name.h"

namespace tavlab {
namespace {

class ShippedEvaluation : public testing::TestWithParam<std::string> {};

TEST_P(ShippedEvaluation, IsSmallAndOfTheRulesThatItIsNamedAfter) {
  const std::filesystem::path file = find_evaluation(GetParam());
  EXPECT_LE(std::filesystem::file_size(file), 5U << 18);
  const EvaluationNet net = read_evaluation_net(file);
  ASSERT_FALSE(net.trained.rules.empty());
  EXPECT_EQ(net.trained.rules[0].hash, load_rule_set(GetParam()).content_hash());
  // Variants of its rules are among the others, which tell themselves apart by rule inputs.
  EXPECT_EQ(net.trained.rule_inputs.empty(), net.trained.rules.size() == 1);
  // The config that would train its replacement.
  EXPECT_EQ(load_evaluation_config("evaluate-" + GetParam()).rules.size(), 1U);
}

/// With equal nodes; games of a seed are the same on every machine.
TEST_P(ShippedEvaluation, BeatsTheHandcraftedOne) {
  MatchSettings match;
  match.rule_set = load_rule_set(GetParam());
  match.first_agent = "alphabeta:table=1,net=" + GetParam();
  match.second_agent = "alphabeta:table=1";
  match.limits.nodes = 4000;
  match.swap = true;
  match.opening_plies = 4;
  match.max_plies = 300;
  std::vector<std::uint64_t> numbers(20);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  MatchSummary summary;
  play_games(match, numbers, 1, [&](const GameRecord& game) { summary.add(game); });
  const ResultCounts result = summary.agent(0);
  EXPECT_GE(result.wins, result.losses + 4) << result.wins << " won, " << result.losses << " lost";
}

/// A new evaluation, or other rules, need tools/fit_values.py again.
TEST_P(ShippedEvaluation, ItsValuesWereMeasured) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  const std::uint64_t file = hash_text(read_file(find_evaluation(GetParam()), kMost));
  EXPECT_FALSE(measured_value_line(file, load_rule_set(GetParam()).content_hash()) == ValueLine());
}

/// Brandubh's evaluation learned from games in which the attackers had more nodes, and gives them
/// 0.81 at the start; between equals they score 0.1.
TEST(MeasuredValues, AreShown) {
  visit_game(load_rule_set("brandubh-7"), [](auto game, const auto& compiled) {
    using G = decltype(game);
    GameState<G> state(*compiled);
    Random random(1);
    const auto agent =
        make_agent<G>(AgentSpec::parse("alphabeta:nodes=2000,net=brandubh-7"), *compiled);
    Analysis<G> analysis;
    agent->choose(state, random, &analysis);
    EXPECT_LT(analysis.value, 0.4);
    EXPECT_EQ(agent->value(), analysis.value);
  });
}

TEST(MeasuredValues, AreThoseOfOneFileUnderOneRuleSet) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  const std::uint64_t file = hash_text(read_file(find_evaluation("helmfrid-9"), kMost));
  const std::vector<std::string> unarmed = {"king.armed=none"};
  const std::uint64_t rules = load_rule_set("helmfrid-9").content_hash();
  EXPECT_TRUE(measured_value_line(file, load_rule_set("helmfrid-9", unarmed).content_hash()) ==
              ValueLine());
  EXPECT_TRUE(measured_value_line(file + 1, rules) == ValueLine());
  EXPECT_TRUE(has_measured_values(rules));
}

TEST(ValueLine, GrowsWithTheValueAndChangesNothingByDefault) {
  EXPECT_EQ(ValueLine().of(0.3), 0.3);
  const ValueLine line{0.7, -2.6};
  EXPECT_NEAR(line.of(0.5), 1 / (1 + std::exp(2.6)), 1e-12);
  double before = -1;
  for (const double value : {0.0, 0.01, 0.1, 0.5, 0.9, 0.99}) {
    EXPECT_GT(line.of(value), before) << value;
    before = line.of(value);
  }
  EXPECT_LE(line.of(1.0), 1.0);
}

TEST_P(ShippedEvaluation, IsFoundByItsRules) {
  const EvaluationNet net = read_evaluation_net(find_evaluation(GetParam()));
  EXPECT_EQ(shipped_evaluation_for(identity_of(load_rule_set(GetParam()))),
            net.history.contains(kByNameOnly) ? "" : GetParam());
}

/// The arms of claims about a rule set and all its readings are played by one evaluation.
TEST(ShippedEvaluations, PlayOptionsAndReadingsOfTheirRules) {
  for (const char* const rules : {"helmfrid-9", "helmfrid-11"}) {
    for (const char* const changes :
         {"king.armed=none", "limits.king_side_moves=13", "limits.king_side_moves=15",
          "encirclement=immobile", "corners.hostile_always=attackers,defenders"}) {
      const std::vector<std::string> overrides = {changes};
      EXPECT_EQ(shipped_evaluation_for(identity_of(load_rule_set(rules, overrides))), rules)
          << changes;
    }
  }
}

std::string searched(const RuleSet& rule_set, const std::string& agent) {
  std::string text;
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state(*rules);
    Random random(1);
    Analysis<G> analysis;
    make_agent<G>(AgentSpec::parse(agent), *rules)->choose(state, random, &analysis);
    text = fmt::format("{} after {} nodes", analysis.value, analysis.nodes);
  });
  return text;
}

TEST(ShippedEvaluations, StandInForAutoWhereThereIsOneForTheRules) {
  const RuleSet known = load_rule_set("brandubh-7");
  const std::string learned = searched(known, "alphabeta:net=brandubh-7,nodes=2000");
  EXPECT_EQ(searched(known, "alphabeta:net=auto,nodes=2000"), learned);
  EXPECT_NE(searched(known, "alphabeta:nodes=2000"), learned);
  EXPECT_EQ(searched(known, "mcts:eval=auto,sims=300"),
            searched(known, "mcts:eval=brandubh-7,sims=300"));
  EXPECT_EQ(searched(known, "mcts:eval=auto,sims=100,prior=lookahead"),
            searched(known, "mcts:eval=brandubh-7,sims=100,prior=lookahead"));
  EXPECT_NE(searched(known, "mcts:eval=auto,sims=100,prior=lookahead"),
            searched(known, "mcts:eval=auto,sims=100"));
  const std::vector<std::string> unarmed = {"king.armed=false"};
  for (const RuleSet& unknown : {load_rule_set("brandubh-7", unarmed), load_rule_set("lasca")}) {
    EXPECT_EQ(shipped_evaluation_for(identity_of(unknown)), "");
    EXPECT_EQ(searched(unknown, "alphabeta:net=auto,nodes=2000"),
              searched(unknown, "alphabeta:nodes=2000"));
    EXPECT_EQ(searched(unknown, "mcts:eval=auto,sims=300"),
              searched(unknown, "mcts:rollout=none,sims=300"));
  }
}

/// Lazy evaluation leaves the net out only where it could hardly change the score. Everything else
/// that makes a search selective is switched off.
TEST(LazyEvaluation, HardlyEverChangesTheScore) {
  const RuleSet rule_set = load_rule_set("tavreli");
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) {
      const auto learned = read_shared_evaluation<G>("tavreli", *rules);
      const auto score = [&](GameState<G>& state, SearchFeature feature) {
        AlphaBetaSettings settings{.depth = 3, .learned = learned};
        settings.features = SearchFeatures::all();
        for (std::size_t i = 0; i < kSearchFeatures.size(); ++i) {
          if (i != static_cast<std::size_t>(feature)) settings.features.remove(i);
        }
        AlphaBetaSearch<G> search(settings);
        Random random(1);
        search.run(state, random, nullptr);
        return search.score();
      };
      Random random(2);
      int equal = 0;
      for (int number = 0; number < 40; ++number) {
        GameState<G> state(*rules);
        for (int ply = 0; ply < 20; ++ply) state.play(state.random_move(random));
        if (score(state, SearchFeature::lazy_evaluation) == score(state, SearchFeature::evasions)) {
          ++equal;
        }
      }
      EXPECT_GE(equal, 34);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, ShippedEvaluation, testing::ValuesIn(shipped_evaluations()),
                         [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace tavlab
