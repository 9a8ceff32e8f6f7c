// Agents that evaluate with a net, in every family.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/net_evaluator.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/match.h"
#include "tests/support/positions.h"
#include "tests/support/small_nets.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

class NetAgent : public testing::TestWithParam<const char*> {
 protected:
  NetAgent() {
    file_ = (folder_.path() / "net.safetensors").string();
    rule_set_ = load_rule_set(GetParam());
    net_ = untrained_net(rule_set_, 4);
    write_net(file_, net_);
  }

  std::vector<std::string> games(int threads, const std::string& options) {
    MatchSettings settings;
    settings.rule_set = rule_set_;
    settings.first_agent = "mcts:net=" + file_ + options;
    settings.second_agent = settings.first_agent;
    settings.opening_plies = 2;
    settings.max_plies = 60;
    const std::vector<std::uint64_t> numbers = {0, 1, 2, 3};
    std::vector<std::string> moves(numbers.size());
    play_games(settings, numbers, threads,
               [&](const GameRecord& game) { moves[game.number] = game.moves; });
    return moves;
  }

  TemporaryFolder folder_;
  std::string file_;
  RuleSet rule_set_;
  Net net_;
};

TEST_P(NetAgent, PlaysTheSameGamesOnAnyNumberOfThreads) {
  const std::vector<std::string> one = games(1, ",sims=12,leaves=4");
  EXPECT_EQ(one, games(2, ",sims=12,leaves=4"));
  for (const std::string& moves : one) EXPECT_GT(moves.size(), 20U);
}

TEST_P(NetAgent, PlansWithGumbelTheSameOnAnyNumberOfThreads) {
  const std::vector<std::string> one = games(1, ",sims=12,gumbel=4,leaves=2");
  EXPECT_EQ(one, games(2, ",sims=12,gumbel=4,leaves=2"));
  EXPECT_NE(one, games(1, ",sims=12,leaves=2"));
}

TEST_P(NetAgent, IsRefusedForOtherRules) {
  const char* other = rule_set_.family == "ur"     ? "ur-masters"
                      : rule_set_.family == "tafl" ? "tavlei-9"
                                                   : "chess";
  rule_set_ = load_rule_set(other);
  try {
    games(1, ",sims=8");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr(std::string("was trained for ") + GetParam()));
  }
}

/// The net's outputs for single positions, by the encoding and the backend alone.
TEST_P(NetAgent, AnswersAreTheNetsOwn) {
  visit_game(rule_set_, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const ObservationShape shape = net_.shape;
    const typename G::Observation encoding(*rules, net_.spec.encoding);
    const std::size_t cells =
        static_cast<std::size_t>(encoding.rows()) * static_cast<std::size_t>(encoding.columns());
    std::vector<float> planes(cells * static_cast<std::size_t>(shape.planes));
    std::vector<float> globals(static_cast<std::size_t>(shape.globals));
    NetOutputs said;
    const auto backend = make_eigen_backend(net_);
    NetEvaluator<G> evaluator(net_, make_eigen_backend(net_), false);
    Random random(3);
    GameState<G> state(*rules);
    std::map<Side, int> seen;
    for (int ply = 0; ply < 40 && !state.over(); ++ply) {
      EvaluationRequest<G> request(state);
      request.renew(1);
      EvaluationRequest<G>* batch[] = {&request};
      evaluator.evaluate(batch);
      encoding.encode(state.position(), state.occurrences(), 0, planes, globals);
      backend->run({1, encoding.rows(), encoding.columns(), planes, globals}, said, false);
      double sum = 0;
      for (const float logit : said.value) sum += std::exp(static_cast<double>(logit));
      const double first = std::exp(static_cast<double>(said.value[0])) / sum;
      const double third = std::exp(static_cast<double>(said.value[2])) / sum;
      const bool turned = G::Observation::mover_relative && state.to_move() == Side::second;
      EXPECT_NEAR(static_cast<double>(request.value.win), turned ? third : first, 1e-5);
      EXPECT_NEAR(static_cast<double>(request.value.loss), turned ? first : third, 1e-5);
      ++seen[state.to_move()];
      if (state.node_kind() == NodeKind::chance) {
        EXPECT_FALSE(request.has_policy());
        state.play_random_chance(random);
        continue;
      }
      ASSERT_TRUE(request.has_policy());
      const auto moves = request.moves();
      for (std::size_t m = 0; m < moves.size(); ++m) {
        PolicyPlaces places;
        encoding.policy_places(state.position(), moves[m], 0, places);
        float logit = 0;
        for (const std::uint32_t place : places) logit += said.policy[place];
        EXPECT_NEAR(request.logits()[m], logit, 1e-4F);
      }
      state.play(state.random_move(random));
    }
    EXPECT_EQ(seen.size(), 2U);
  });
}

/// The analysis before any search shows the net's own output.
TEST_P(NetAgent, AnalysesShowWhatTheNetThinks) {
  visit_game(rule_set_, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state(*rules);
    Random random(5);
    play_to_a_choice(state, random);
    EvaluationRequest<G> request(state);
    request.renew(1);
    EvaluationRequest<G>* batch[] = {&request};
    NetEvaluator<G>(net_, make_eigen_backend(net_), false).evaluate(batch);
    double total = 0;
    for (const float logit : request.logits()) total += std::exp(static_cast<double>(logit));
    const auto share = [&](const typename G::Move move) {
      const auto moves = request.moves();
      const auto m = static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin());
      return std::exp(static_cast<double>(request.logits()[m])) / total;
    };
    for (const char* text : {"mcts:backend=eigen,symmetry=none,sims=40,net=",
                             "net:backend=eigen,symmetry=none,by=policy,file="}) {
      Analysis<G> analysis;
      make_agent<G>(AgentSpec::parse(text + file_), *rules)->choose(state, random, &analysis);
      ASSERT_TRUE(analysis.net_value) << text;
      EXPECT_NEAR(*analysis.net_value, static_cast<double>(request.value.score()), 1e-5) << text;
      ASSERT_FALSE(analysis.candidates.empty());
      for (const Candidate<G>& candidate : analysis.candidates) {
        ASSERT_TRUE(candidate.policy) << text;
        EXPECT_NEAR(*candidate.policy, share(candidate.move), 1e-5) << text;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Families, NetAgent, testing::Values("brandubh-7", "ur-finkel", "tavreli"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(NetAgentText, AutoIsTheNetThatComesWithTavlab) {
  const auto value = [&](const char* agent) {
    double result = -1;
    visit_game(load_rule_set("brandubh-7"), [&](auto game, const auto& rules) {
      using G = decltype(game);
      GameState<G> state(*rules);
      Random random(1);
      Analysis<G> analysis;
      make_agent<G>(AgentSpec::parse(agent), *rules)->choose(state, random, &analysis);
      result = analysis.value;
    });
    return result;
  };
  EXPECT_EQ(value("mcts:net=auto,sims=50"), value("mcts:net=brandubh-7,sims=50"));
  EXPECT_NE(value("mcts:net=auto,sims=50"), value("mcts:sims=50"));
  EXPECT_EQ(value("net:file=auto"), value("net:file=brandubh-7"));
}

TEST(NetAgentText, NeedsANetThatIsThere) {
  const auto rules = Ur::compile(load_rule_set("ur-masters"));
  const auto error = [&](const char* text) {
    try {
      make_agent<Ur>(AgentSpec::parse(text), *rules);
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(error("mcts:net=nowhere.safetensors,sims=8"), HasSubstr("nowhere.safetensors"));
  EXPECT_THAT(error("mcts:net=auto,sims=8"),
              HasSubstr("no net that comes with tavlab plays ur-masters"));
  EXPECT_THAT(error("mcts:net=nowhere.safetensors,sims=8,cutoff=5"), HasSubstr("leave out"));
  EXPECT_THAT(error("mcts:seconds=1,gumbel=8"), HasSubstr("set sims"));
}

}  // namespace
}  // namespace tavlab
