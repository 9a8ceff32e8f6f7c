// Agents that use tables, and agents measured by them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/ur/ur.h"
#include "experiments/measure/regret.h"
#include "tests/solve/solved.h"

namespace tavlab {
namespace {

using ur::Folder;

class WithTable : public testing::Test {
 protected:
  WithTable() {
    const RuleSet rule_set = load_rule_set("ur-finkel", std::vector<std::string>{"pieces=2"});
    (void)solve(rule_set, {.tolerance = 1e-13}, file_);
    rules_ = Ur::compile(rule_set);
    table_ = Exact<Ur>::Table::open(file_, *rules_);
  }

  std::vector<Decision> decisions(const std::string& agent, std::uint64_t positions, int threads) {
    return RegretMeasurement<Ur>(*rules_, table_)
        .run(AgentSpec::parse(agent), {.positions = positions, .seed = 5, .threads = threads});
  }
  double mean_loss(const std::string& agent) {
    return summarize_regret(decisions(agent, 400, 2)).mean_loss;
  }
  static std::string message(const std::string& agent, const Ur::Rules& rules) {
    try {
      (void)make_agent<Ur>(AgentSpec::parse(agent), rules);
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  }

  Folder folder_;
  std::string file_ = folder_.file("finkel-2.table").string();
  std::shared_ptr<const Ur::Rules> rules_;
  std::shared_ptr<const Exact<Ur>::Table> table_;
};

TEST_F(WithTable, TheTableLosesNothing) {
  const RegretSummary perfect = summarize_regret(decisions("table:" + file_, 300, 1));
  EXPECT_EQ(perfect.decisions, 300U);
  EXPECT_LT(perfect.mean_loss, 1e-12);
  EXPECT_EQ(perfect.optimal_share, 1);
  EXPECT_GT(perfect.mean_stake, 0.01);  // there was something to lose
}

TEST_F(WithTable, MoreSearchLosesLess) {
  const double random = mean_loss("random"), little = mean_loss("mcts:sims=20"),
               much = mean_loss("mcts:sims=2000");
  EXPECT_LT(little, random);
  EXPECT_LT(much, little / 2);
  EXPECT_LT(mean_loss("greedy"), random);
}

TEST_F(WithTable, ALookAheadThatEndsInTheTableLosesNothing) {
  // Every position that it visits is known, so a few simulations a move are enough.
  EXPECT_LT(mean_loss("mcts:rollout=none,sims=300,endgame=" + file_),
            mean_loss("mcts:rollout=none,sims=300") / 3);
}

/// The values of a table of whole games are expected scores, also at rolls.
TEST_F(WithTable, AlphaBetaTakesItsValues) {
  const std::string agent = "alphabeta:depth=1,endgame=" + file_;
  EXPECT_LT(mean_loss(agent), 2e-6) << "scores are rounded to a millionth";
  const auto larger = Ur::compile(load_rule_set("ur-finkel", std::vector<std::string>{"pieces=3"}));
  const auto table = Exact<Ur>::Table::open(file_, *larger);
  const auto player = make_agent<Ur>(AgentSpec::parse(agent), *larger);
  const auto without = make_agent<Ur>(AgentSpec::parse("alphabeta:depth=1"), *larger);
  Random random(2);
  int known = 0, better = 0;
  for (int game = 0; game < 20; ++game) {
    GameState<Ur> state(*larger);
    while (!state.over()) {
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
        continue;
      }
      Analysis<Ur> analysis, plain;
      player->start_game();
      (void)player->choose(state, random, &analysis);
      if (table->knows(*larger, state.position())) {
        const double value = table->value(*larger, state.position());
        ++known;
        ASSERT_NEAR(analysis.value, value, 1e-6);
        without->start_game();
        (void)without->choose(state, random, &plain);
        if (std::abs(plain.value - value) > 1e-3) ++better;
      }
      state.play(state.random_move(random));
    }
  }
  EXPECT_GT(known, 100);
  EXPECT_GT(better, known / 2);
}

TEST_F(WithTable, DecisionsDependOnTheSeedAlone) {
  const auto one = decisions("mcts:sims=10", 60, 1), two = decisions("mcts:sims=10", 60, 2);
  const auto other = decisions("random", 60, 1);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].loss, two[i].loss);
    EXPECT_EQ(one[i].worst, other[i].worst) << "the positions are those of every agent";
  }
}

TEST_F(WithTable, AnalysisGivesEveryMoveItsValue) {
  const auto agent = make_agent<Ur>(AgentSpec::parse("table:" + file_), *rules_);
  GameState<Ur> state(*rules_, Ur::parse_position(*rules_, "4__2/2w1b3/4__2 b throw=4"));
  Analysis<Ur> analysis;
  Random random(1);
  const auto best = agent->choose(state, random, &analysis);
  ASSERT_EQ(analysis.candidates.size(), 2U);
  EXPECT_EQ(analysis.candidates[0].move, best);
  EXPECT_LT(analysis.candidates[0].value, analysis.candidates[1].value) << "Black is to move";
  EXPECT_EQ(analysis.value, table_->value(*rules_, state.position()));
}

TEST_F(WithTable, TablesMustFit) {
  const auto larger = Ur::compile(load_rule_set("ur-finkel"));
  EXPECT_NE(message("table:" + file_, *larger)
                .find("it covers positions of up to 2 pieces a player, too few"),
            std::string::npos);
  EXPECT_EQ(message("mcts:endgame=" + file_, *larger), "accepted");
  EXPECT_EQ(message("alphabeta:endgame=" + file_, *larger), "accepted");
  EXPECT_NE(message("mcts:endgame=" + file_, *Ur::compile(load_rule_set("ur-masters")))
                .find("it is for other rules"),
            std::string::npos);
  EXPECT_NE(message("table:nowhere", *rules_).find("table 'nowhere': cannot be read"),
            std::string::npos);
  EXPECT_THROW((void)AgentSpec::parse("table"), UserError);
  EXPECT_THROW((void)AgentSpec::parse("table:"), UserError);
  EXPECT_EQ(AgentSpec::parse("table:a,b=c").canonical(), "table:a,b=c");
}

TEST_F(WithTable, AGameEndsWithIt) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  const auto agent =
      make_agent<Ur>(AgentSpec::parse("mcts:sims=8,cutoff=4,endgame=" + file_), *rules);
  GameState<Ur> state(*rules);
  Random random(3);
  while (!state.over()) {
    if (state.node_kind() == NodeKind::chance) {
      agent->observe_chance(state.play_random_chance(random));
      continue;
    }
    const auto move = agent->choose(state, random);
    state.play(move);
    agent->observe_move(move);
  }
  EXPECT_NE(state.result(), Result::unfinished);
}

}  // namespace
}  // namespace tavlab
