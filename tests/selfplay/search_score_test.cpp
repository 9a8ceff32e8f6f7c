#include "selfplay/alphabeta/search_score.h"

#include <gtest/gtest.h>

#include <limits>

#include "selfplay/alphabeta/mean_size.h"

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

MeanSize mean_after(int count, SearchScore value) {
  MeanSize mean;
  for (int i = 0; i < count; ++i) mean.see(value);
  return mean;
}

TEST(MeanSize, BecomesTheAbsoluteValue) {
  for (const SearchScore value : {2'000, 20'000, -200'000}) {
    EXPECT_NEAR(mean_after(3000, value).margin(100), std::abs(value), std::abs(value) / 50);
    EXPECT_NEAR(mean_after(3000, value).margin(200), 2 * std::abs(value), std::abs(value) / 25);
  }
}

TEST(MeanSize, IsNotMovedMuchByOneValue) {
  MeanSize mean = mean_after(3000, 10'000);
  mean.see(kHighestEvaluation);
  EXPECT_LT(mean.margin(100), 10'400);
  mean.see(0);
  EXPECT_GT(mean.margin(100), 9'900);
}

TEST(MeanSize, IsNeverZero) {
  MeanSize mean = mean_after(100'000, 0);
  EXPECT_GT(mean.margin(100), 0);
  for (int i = 0; i < 5000; ++i) mean.see(50'000);  // and grows again
  EXPECT_NEAR(mean.margin(100), 50'000, 1'000);
}

}  // namespace
}  // namespace tavlab
