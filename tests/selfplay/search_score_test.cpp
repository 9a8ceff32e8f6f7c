#include "selfplay/alphabeta/search_score.h"

#include <gtest/gtest.h>

#include <limits>

#include "selfplay/alphabeta/swing.h"

namespace tavlab {
namespace {

TEST(SearchScore, IsTheExpectedScoreOnEitherScale) {
  for (const double expected : {0.001, 0.2, 0.5, 0.75, 0.999}) {
    for (const Side side : {Side::first, Side::second}) {
      EXPECT_NEAR(
          expected_score(score_of_expectation(expected, side), side, ScoreScale::expectation),
          expected, 1e-6);
      EXPECT_NEAR(expected_score(score_of_logit(logit(expected), side), side, ScoreScale::logit),
                  expected, 2e-5);
    }
  }
}

TEST(SearchScore, OfALogitTellsSurePositionsApart) {
  EXPECT_EQ(score_of_expectation(0.9995, Side::first), score_of_expectation(0.9999, Side::first));
  EXPECT_LT(score_of_logit(logit(0.9995), Side::first), score_of_logit(logit(0.9999), Side::first));
}

TEST(SearchScore, OfAnEvaluationIsNeverProven) {
  constexpr double kCertain = std::numeric_limits<double>::infinity();
  for (const Side side : {Side::first, Side::second}) {
    EXPECT_FALSE(is_proven(score_of_logit(kCertain, side)));
    EXPECT_FALSE(is_proven(score_of_logit(-kCertain, side)));
    EXPECT_FALSE(is_proven(score_of_expectation(1.0, side)));
  }
  EXPECT_EQ(expected_score(kWinScore - 5, Side::second, ScoreScale::logit), 0.0);
  EXPECT_EQ(expected_score(5 - kWinScore, Side::second, ScoreScale::logit), 1.0);
}

/// After `count` moves, each of which changes the evaluation by `change` for the mover.
EvaluationSwing swing_after(int count, SearchScore change) {
  EvaluationSwing swing;
  for (int i = 0; i < count; ++i) swing.see(-1000, 1000 + change);
  return swing;
}

TEST(EvaluationSwing, BecomesWhatMovesChange) {
  for (const SearchScore change : {2'000, 20'000, -200'000}) {
    EXPECT_NEAR(swing_after(3000, change).margin(100), std::abs(change), std::abs(change) / 50);
    EXPECT_NEAR(swing_after(3000, change).margin(200), 2 * std::abs(change), std::abs(change) / 25);
  }
}

TEST(EvaluationSwing, IsNotMovedMuchByOneMove) {
  EvaluationSwing swing = swing_after(3000, 10'000);
  swing.see(0, kHighestEvaluation);
  EXPECT_LT(swing.margin(100), 10'400);
  swing.see(0, 0);
  EXPECT_GT(swing.margin(100), 9'900);
}

TEST(EvaluationSwing, IsNeverZero) {
  EvaluationSwing swing = swing_after(100'000, 0);
  EXPECT_GT(swing.margin(100), 0);
  for (int i = 0; i < 5000; ++i) swing.see(0, 50'000);  // and grows again
  EXPECT_NEAR(swing.margin(100), 50'000, 1'000);
}

}  // namespace
}  // namespace tavlab
