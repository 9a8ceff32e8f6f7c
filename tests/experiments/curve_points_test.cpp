#include "experiments/report/curve_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tavlab {
namespace {

using testing::HasSubstr;

/// A cell of a curve over "limit", whose first side scores `mean` in 1,000 games.
CellSummary cell(const std::string& value, double mean) {
  CellSummary made;
  made.cell.group = "rules";
  made.cell.settings = {{"limit", value}};
  made.cell.agents.name = "somebody";
  made.tally.wins = static_cast<std::uint64_t>(std::lround(1000 * mean));
  made.tally.losses = 1000 - made.tally.wins;
  made.score = estimate_score(made.tally);
  return made;
}

double made_up_score(double x) { return 1.0 / (1.0 + std::exp(-x)); }

TEST(BalancePoint, IsWhereTheCurvePassesOneHalf) {
  Summary summary;
  for (const int limit : {9, 11, 13, 15, 17, 21}) {  // even at 14.5, falling
    summary.cells.push_back(cell(std::to_string(limit), made_up_score(0.4 * (14.5 - limit))));
  }
  summary.cells.push_back(cell("none", 0.1));
  const auto points = balance_points(summary, "limit");
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].point, 14.5, 0.1);
  EXPECT_LT(points[0].interval.low, 14.5);
  EXPECT_GT(points[0].interval.high, 14.5);
  EXPECT_LT(points[0].interval.high - points[0].interval.low, 1.0);
  EXPECT_EQ(points[0].between.low, 13);
  EXPECT_EQ(points[0].between.high, 15);
  EXPECT_THAT(balance_point_text(points[0]), HasSubstr("between 13 and 15"));
  EXPECT_EQ(numeric_keys(summary), std::vector<std::string>{"limit"});
}

/// Agents that now and then fail to convert an advantage: the score levels off before 0 and 1, and
/// one curve through all values would miss the crossing.
TEST(BalancePoint, IsFittedNearTheCrossingWhereOneCurveDoesNotFitAll) {
  Summary summary;
  const auto mean = [](double limit) { return 0.06 + 0.7 * made_up_score(0.5 * (19.0 - limit)); };
  for (const int limit : {9, 13, 15, 17, 20, 25, 30, 50}) {
    summary.cells.push_back(cell(std::to_string(limit), mean(limit)));
  }
  const auto points = balance_points(summary, "limit");
  ASSERT_EQ(points.size(), 1U);
  // 0.06 + 0.7 L(x) = 0.5 at L = 0.44 / 0.7.
  const double even = 19.0 - 2.0 * std::log(0.44 / 0.26);
  EXPECT_NEAR(points[0].point, even, 0.3);
  EXPECT_LT(points[0].interval.low, even);
  EXPECT_GT(points[0].interval.high, even);
  EXPECT_EQ(points[0].between.low, 17);
  EXPECT_EQ(points[0].between.high, 20);
  EXPECT_GT(points[0].fitted.low, 9);
  EXPECT_LT(points[0].fitted.high, 50);
  EXPECT_LE(points[0].fitted.low, 17);
  EXPECT_GE(points[0].fitted.high, 20);
}

TEST(BalancePoint, SaysSoWhereNoValueIsEven) {
  Summary summary;
  for (const int limit : {9, 13, 21}) {
    summary.cells.push_back(cell(std::to_string(limit), made_up_score(0.05 * (60 - limit))));
  }
  const auto points = balance_points(summary, "limit");
  ASSERT_EQ(points.size(), 1U);
  EXPECT_GT(points[0].point, 21);
  EXPECT_FALSE(points[0].within_played());
  EXPECT_THAT(balance_point_text(points[0]), HasSubstr("none from 9 to 21"));
}

TEST(BalancePoint, NeedsThreeValuesAndAFit) {
  Summary two;
  for (const int limit : {9, 13}) two.cells.push_back(cell(std::to_string(limit), 0.6));
  EXPECT_TRUE(balance_points(two, "limit").empty());
  Summary all_won;
  for (const int limit : {9, 13, 15}) all_won.cells.push_back(cell(std::to_string(limit), 1.0));
  EXPECT_TRUE(balance_points(all_won, "limit").empty());
}

}  // namespace
}  // namespace tavlab
