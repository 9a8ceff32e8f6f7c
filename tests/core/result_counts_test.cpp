#include "core/result_counts.h"

#include <gtest/gtest.h>

namespace tavlab {
namespace {

TEST(ResultCounts, AreSeenFromASide) {
  ResultCounts first, second;
  for (const Result result : {Result::first_wins, Result::first_wins, Result::draw,
                              Result::second_wins, Result::unfinished}) {
    first.add(result);
    second.add(result, Side::second);
  }
  EXPECT_EQ(first, (ResultCounts{.wins = 2, .draws = 1, .losses = 1, .unfinished = 1}));
  EXPECT_EQ(second, first.turned());
  EXPECT_EQ(first.finished(), 4U);
  EXPECT_EQ(first.games(), 5U);
  EXPECT_DOUBLE_EQ(first.points(), 2.5);
  EXPECT_DOUBLE_EQ(first.score(), 0.625);
  EXPECT_EQ(first + second, (ResultCounts{3, 2, 3, 2}));
  EXPECT_EQ(ResultCounts{.unfinished = 3}.score(), 0.0);
}

TEST(PairCounts, GoByThePointsOfTwoGames) {
  PairCounts pairs;
  for (const double points : {0.0, 0.5, 0.5, 1.0, 1.5, 2.0, 2.0, 2.0}) pairs.add(points);
  EXPECT_EQ(pairs, (PairCounts{{1, 2, 1, 1, 3}}));
  EXPECT_EQ(pairs.pairs(), 8U);
}

}  // namespace
}  // namespace tavlab
