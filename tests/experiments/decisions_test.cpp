// How many moves are about as good as the best, and what kinds of moves are worth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "experiments/measure/decisions.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

TEST(Decisions, WidthCountsMovesNearTheBest) {
  const std::vector<ValuedMove> moves = {{0.50, 0}, {0.49, 0}, {0.48, 0}, {0.47, 0}, {0.1, 0}};
  EXPECT_EQ(judge_decision(moves, 1, 0.02).width, 3);  // 0.48 is exactly 0.02 below
  EXPECT_EQ(judge_decision(moves, 1, 0.0).width, 1);
  EXPECT_EQ(judge_decision(moves, 1, 1.0).width, 5);
  EXPECT_EQ(judge_decision(moves, 1, 0.02).legal_moves, 5);
}

TEST(Decisions, AKindIsWorthWhatTheBestOtherMoveLacks) {
  const std::vector<ValuedMove> moves = {{0.6, 1}, {0.5, 0}, {0.55, 2}, {0.2, 3}};
  const JudgedDecision decision = judge_decision(moves, 3, 0.02);
  ASSERT_TRUE(decision.kinds[0]);
  EXPECT_TRUE(decision.kinds[0]->is_best);
  EXPECT_NEAR(decision.kinds[0]->gain, 0.05, 1e-12);  // 0.6 against 0.55
  EXPECT_FALSE(decision.kinds[1]->is_best);
  EXPECT_NEAR(decision.kinds[1]->gain, -0.05, 1e-12);
  EXPECT_FALSE(decision.kinds[2]);  // nobody has such a move
  // Of equal values the choice decides.
  EXPECT_TRUE(judge_decision(std::vector<ValuedMove>{{0.5, 1}, {0.5, 0}}, 1, 0).kinds[0]->is_best);
  EXPECT_FALSE(judge_decision(std::vector<ValuedMove>{{0.5, 0}, {0.5, 1}}, 1, 0).kinds[0]->is_best);
  // Where every move is of the kind, it shows nothing.
  EXPECT_FALSE(judge_decision(std::vector<ValuedMove>{{0.5, 1}, {0.4, 1}}, 1, 0).kinds[0]);
}

TEST(Decisions, SummariesAreMeansOverPositions) {
  const std::vector<JudgedDecision> decisions = {
      judge_decision(std::vector<ValuedMove>{{0.6, 1}, {0.5, 0}}, 1, 0.02),
      judge_decision(std::vector<ValuedMove>{{0.5, 0}, {0.5, 0}, {0.1, 1}}, 1, 0.02),
      judge_decision(std::vector<ValuedMove>{{0.5, 0}, {0.5, 0}, {0.5, 0}, {0.5, 0}}, 1, 0.02)};
  const DecisionSummary summary = summarize_decisions(decisions);
  EXPECT_EQ(summary.positions, 3U);
  EXPECT_NEAR(summary.legal_moves.mean, 3.0, 1e-12);
  EXPECT_NEAR(summary.width.mean, 7.0 / 3, 1e-12);
  ASSERT_TRUE(summary.width.interval);
  EXPECT_EQ(summary.width.interval->low, 1.0);  // 0.60 without the bound
  EXPECT_NEAR(summary.width.interval->high, 7.0 / 3 + 1.959964 * std::sqrt(7.0 / 3 / 3), 1e-6);
  EXPECT_NEAR(summary.single_share, 1.0 / 3, 1e-12);
  EXPECT_EQ(summary.kinds[0].positions, 2U);
  EXPECT_NEAR(summary.kinds[0].best_share, 0.5, 1e-12);
  EXPECT_NEAR(summary.kinds[0].gain.mean, (0.1 - 0.4) / 2, 1e-12);
}

TEST(Decisions, PositionsDoNotDependOnThreadsOrOnTheJudge) {
  const auto rules = Tavreli::compile(load_rule_set("tavreli"));
  const DecisionMeasurement<Tavreli> measurement(*rules);
  DecisionOptions options;
  options.positions = 6;
  const auto run = [&](const char* judge) {
    std::vector<int> legal;
    for (const JudgedDecision& decision :
         measurement.run(AgentSpec::parse(judge), AgentSpec::parse("greedy"), options)) {
      EXPECT_GT(decision.legal_moves, 1);
      EXPECT_GE(decision.width, 1);
      EXPECT_LE(decision.width, decision.legal_moves);
      legal.push_back(decision.legal_moves);
    }
    return legal;
  };
  const std::vector<int> one = run("alphabeta:depth=1");
  options.threads = 2;
  EXPECT_EQ(run("alphabeta:depth=1"), one);
  EXPECT_EQ(run("greedy"), one);
}

TEST(Decisions, AJudgeMustValueEveryMove) {
  const auto rules = Tafl<2>::compile(load_rule_set("brandubh-7"));
  DecisionOptions options;
  options.positions = 1;
  try {
    DecisionMeasurement<Tafl<2>>(*rules).run(AgentSpec::parse("mcts:sims=2"),
                                             AgentSpec::parse("random"), options);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("use one that values all"));
  }
}

}  // namespace
}  // namespace tavlab
