// Cross-play of agents: bands, equilibria, ratings, and where games are worth playing.
#include "experiments/stats/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tests/experiments/stats/cross_play.h"

namespace tavlab {
namespace {

ResultCounts counts(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  return {wins, draws, losses, 0};
}

TEST(Calibration, FindsTheBandAndTheEquilibrium) {
  // {{0.8, 0.3}, {0.2, 0.6}}: no saddle point, value 0.42 / 0.9.
  const std::vector<ResultCounts> games = {counts(8000, 0, 2000), counts(3000, 0, 7000),
                                           counts(1500, 1000, 7500), counts(6000, 0, 4000)};
  const Calibration found = calibrate_from(2, games, 1);
  EXPECT_NEAR(found.equilibrium.value, 0.42 / 0.9, 1e-3);
  EXPECT_NEAR(found.band.low, 0.3, 1e-3);
  EXPECT_NEAR(found.band.high, 0.6, 1e-3);
  EXPECT_EQ(found.band.row, 0U);
  EXPECT_EQ(found.band.column, 1U);
  for (const Interval& interval : {found.value_interval, found.value_resampled}) {
    EXPECT_TRUE(interval.contains(0.42 / 0.9));
    EXPECT_LT(interval.high - interval.low, 0.06);
  }
  EXPECT_LE(found.band_interval.low, 0.3);
  EXPECT_GE(found.band_interval.high, 0.6);
  EXPECT_TRUE(found.low_resampled.contains(0.3));
  EXPECT_TRUE(found.high_resampled.contains(0.6));
}

/// Ratings predict what has hardly been played: a strong agent's one lost game is no refutation.
TEST(Calibration, LeansOnRatingsWhereGamesAreFew) {
  std::vector<ResultCounts> games(9, counts(50, 0, 50));
  for (std::size_t j = 0; j < 3; ++j) games[j] = counts(90, 0, 10);
  games[2] = counts(0, 0, 1);
  const Calibration found = calibrate_from(3, games, 1);
  EXPECT_GT(found.score.at(0, 2), 0.4);
  EXPECT_EQ(found.band.row, 0U);
  EXPECT_GT(found.first[0].elo, found.first[1].elo + 200);
  EXPECT_GT(found.first[0].error, 0.0);
  EXPECT_NEAR(found.second[0].elo, found.second[1].elo, 30);
  EXPECT_EQ(found.strongest(), 0U);
}

TEST(Calibration, KnowsNothingOfCellsWithoutGames) {
  std::vector<ResultCounts> games(4);
  games[0] = counts(10, 0, 10);
  const Calibration found = calibrate_from(2, games, 1);
  EXPECT_NEAR(found.score.at(0, 1), 0.5, 0.2);
  EXPECT_EQ(found.band_interval.low, 0.0);
  EXPECT_EQ(found.band_interval.high, 1.0);
  EXPECT_THROW(calibrate_from(1, std::vector<ResultCounts>(1), 1), std::invalid_argument);
  EXPECT_THROW(calibrate_from(3, games, 1), std::invalid_argument);
  const Calibration nothing = calibrate_from(2, std::vector<ResultCounts>(4), 1);
  EXPECT_NEAR(nothing.equilibrium.value, 0.5, 1e-9);
  EXPECT_EQ(nothing.value_interval.low, 0.0);
  EXPECT_EQ(nothing.value_interval.high, 1.0);
}

/// Agents that lose to all others need few games, and those that decide the band many.
TEST(Calibration, PlaysWhereItMatters) {
  const test::CrossPlay truth({{0.5, 0.55, 0.9}, {0.45, 0.52, 0.9}, {0.1, 0.1, 0.5}});
  std::vector<ResultCounts> games = truth.none();
  Random random(3);
  truth.play(games, std::vector<std::uint64_t>(9, 20), random);
  const std::vector<std::uint64_t> shares = choose_games(calibrate_from(3, games, 1), 900, 1);
  EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), std::uint64_t{0}), 900U);
  const std::uint64_t weak = shares[2] + shares[5] + shares[6] + shares[7] + shares[8];
  EXPECT_LT(weak, 90U);
  EXPECT_EQ(choose_games(calibrate_from(3, games, 1), 900, 1), shares) << "the same draws";
}

}  // namespace
}  // namespace tavlab
