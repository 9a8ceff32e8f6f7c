#include "experiments/stats/limit_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tests/experiments/stats/limit_truth.h"

namespace tavlab {
namespace {

std::uint64_t sum(const std::vector<std::uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// Results with a score of about `score`.
ResultCounts about(double score, std::uint64_t games) {
  const auto wins = static_cast<std::uint64_t>(std::lround(score * static_cast<double>(games)));
  return {wins, 0, games - wins, 0};
}

TEST(LimitCurves, TheValueIsThatOfTheMatrixGame) {
  // Of each pair of agents, at two limits.
  const std::vector<ResultCounts> counts = {about(0.9, 100), about(0.4, 100), about(0.6, 100),
                                            about(0.2, 100), about(0.7, 100), about(0.1, 100),
                                            about(0.8, 100), about(0.3, 100)};
  const LimitCurves curves = limit_curves(2, 2, counts);
  EXPECT_NEAR(curves.pair(0, 1).estimate[0], 0.6, 1e-9);
  EXPECT_NEAR(curves.pair(1, 0).estimate[1], 0.1, 1e-9);
  // Without a saddle: (0.9 * 0.8 - 0.6 * 0.7) / (0.9 + 0.8 - 0.6 - 0.7).
  EXPECT_NEAR(curves.value.estimate[0], 0.75, 1e-9);
  EXPECT_NEAR(curves.value.pure[0].low, 0.7, 1e-9);
  EXPECT_NEAR(curves.value.pure[0].high, 0.8, 1e-9);
  for (std::size_t n = 0; n < 2; ++n) {
    EXPECT_LT(curves.value.band[n].low, curves.value.estimate[n]);
    EXPECT_GT(curves.value.band[n].high, curves.value.estimate[n]);
    EXPECT_LE(curves.value.pure_band[n].low, curves.value.band[n].low);
    EXPECT_GE(curves.value.pure_band[n].high, curves.value.band[n].high);
  }
  EXPECT_GE(curves.value.band[0].low, curves.value.band[1].low);
  EXPECT_GE(curves.value.band[0].high, curves.value.band[1].high);
}

TEST(LimitCurves, OneAgentIsEnough) {
  const LimitCurves curves = limit_curves(2, 1, std::vector{about(0.9, 50), about(0.3, 50)});
  EXPECT_EQ(curves.value.estimate, curves.pair(0, 0).estimate);
  EXPECT_NEAR(curves.value.band[0].low, curves.pair(0, 0).band[0].low, 1e-12);
}

TEST(LimitCurves, NeedsACountForEachCell) {
  EXPECT_THROW(limit_curves(2, 2, std::vector<ResultCounts>(7)), std::invalid_argument);
  EXPECT_THROW(limit_curves(0, 1, {}), std::invalid_argument);
}

TEST(ChooseLimitGames, PlaysWhereTheEvenPointIsUnclear) {
  std::vector<ResultCounts> counts;
  for (const double score : {1.0, 1.0, 0.95, 0.8, 0.6, 0.4, 0.2, 0.05, 0.0, 0.0}) {
    counts.push_back(about(score, 60));
  }
  const LimitCurves curves = limit_curves(10, 1, counts);
  const auto shares = choose_limit_games(curves, 400, 400, 10'000);
  EXPECT_EQ(sum(shares), 400U);
  for (const std::size_t decided : {0, 1, 2, 7, 8, 9}) EXPECT_EQ(shares[decided], 0U) << decided;
  EXPECT_GT(shares[4], 20U);
  EXPECT_GT(shares[5], 20U);
  EXPECT_EQ(choose_limit_games(curves, 400, 400, 10'000), shares);
}

TEST(ChooseLimitGames, PlaysNoOpeningTwice) {
  const LimitCurves curves = limit_curves(2, 1, std::vector{about(0.6, 60), about(0.5, 90)});
  const auto shares = choose_limit_games(curves, 400, 400, 100);
  EXPECT_EQ(shares[0], 40U);
  EXPECT_EQ(shares[1], 10U);
}

TEST(ChooseLimitGames, StopsWhereAllIsDecided) {
  const LimitCurves curves = limit_curves(2, 1, std::vector{about(1.0, 60), about(0.0, 60)});
  EXPECT_EQ(sum(choose_limit_games(curves, 400, 400, 100)), 0U);
}

/// Cells that the value does not depend on, and that are no mirrors, get next to nothing.
TEST(ChooseLimitGames, LeavesOutPairsThatDecideNothing) {
  std::vector<ResultCounts> counts;
  // The second agent is better on both sides.
  for (const double score : {0.5, 0.02, 0.98, 0.5})
    counts.insert(counts.end(), 3, about(score, 100));
  const auto shares = choose_limit_games(limit_curves(3, 2, counts), 1000, 1000, 10'000);
  for (std::size_t limit = 0; limit < 3; ++limit) {
    EXPECT_LT(shares[3 + limit] + shares[6 + limit], 10U);
    EXPECT_GT(shares[9 + limit], shares[limit]) << "of the value, too";
  }
}

/// Games that are chosen sharpen the result more than as many games spread evenly.
TEST(ChooseLimitGames, NarrowsTheEvenPoint) {
  constexpr std::size_t kLimits = 24;
  constexpr std::uint64_t kGames = 60;
  std::size_t chosen = 0, spread = 0;
  Random random(3);
  for (int n = 0; n < 10; ++n) {
    const test::LimitTruth truth(kLimits, 1, 2000, 12.3, 3.0, random);
    const std::vector<std::size_t> order = truth.order(random);
    const auto places = [&](const std::vector<ResultCounts>& counts) {
      return even_places(limit_curves(kLimits, 1, counts).pair(0, 0).band).even.size();
    };
    std::vector<ResultCounts> evenly(kLimits), adaptive(kLimits);
    truth.play(evenly, std::vector<std::uint64_t>(kLimits, kGames), order);
    truth.play(adaptive, std::vector<std::uint64_t>(kLimits, kGames / 4), order);
    for (std::uint64_t left = kLimits * kGames * 3 / 4; left > 0;) {
      const auto shares = choose_limit_games(limit_curves(kLimits, 1, adaptive),
                                             std::min<std::uint64_t>(left, 100), left, 2000);
      truth.play(adaptive, shares, order);
      left -= sum(shares);
    }
    chosen += places(adaptive);
    spread += places(evenly);
  }
  EXPECT_LT(static_cast<double>(chosen), 0.8 * static_cast<double>(spread));
}

}  // namespace
}  // namespace tavlab
