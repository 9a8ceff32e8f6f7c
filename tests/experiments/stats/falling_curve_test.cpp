#include "experiments/stats/falling_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/betting.h"

namespace tavlab {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

ResultCounts games(std::uint64_t wins, std::uint64_t losses) { return {wins, 0, losses, 0}; }

Interval alone(const ResultCounts& counts, double error) {
  return betting_sequence(
      std::array<double, 3>{static_cast<double>(counts.losses), static_cast<double>(counts.draws),
                            static_cast<double>(counts.wins)},
      error);
}

TEST(FallingCurve, PoolsWhatRises) {
  const std::vector<ResultCounts> counts = {games(9, 1), games(4, 6), games(12, 8), games(0, 10)};
  const FallingCurve curve = falling_curve(counts, 0.01);
  // 4 of 10 and 12 of 20: 16 of 30.
  EXPECT_THAT(curve.estimate, ElementsAre(DoubleNear(0.9, 1e-12), DoubleNear(16.0 / 30, 1e-12),
                                          DoubleNear(16.0 / 30, 1e-12), DoubleNear(0.0, 1e-12)));
  EXPECT_FALSE(curve.rise);
}

TEST(FallingCurve, BoundsOfOneLimitHoldForOthers) {
  const std::vector<ResultCounts> counts = {
      games(2, 0), games(90, 10), {}, games(10, 90), games(0, 2)};
  const FallingCurve curve = falling_curve(counts, 0.01);
  const Interval high = alone(counts[1], 0.01), low = alone(counts[3], 0.01);
  EXPECT_EQ(curve.band[0].low, high.low) << "more than two games alone say";
  EXPECT_GT(curve.band[0].low, alone(counts[0], 0.01).low);
  EXPECT_EQ(curve.band[1].low, high.low);
  EXPECT_EQ(curve.band[2].low, low.low);
  EXPECT_EQ(curve.band[2].high, high.high);
  EXPECT_EQ(curve.band[4].high, low.high);
  EXPECT_TRUE(std::isnan(curve.estimate[2]));
  EXPECT_FALSE(curve.rise);
}

TEST(FallingCurve, SaysWhereGamesContradictIt) {
  const std::vector<ResultCounts> counts = {games(50, 50), games(10, 90), games(45, 55),
                                            games(90, 10)};
  const FallingCurve curve = falling_curve(counts, 0.01);
  ASSERT_TRUE(curve.rise);
  EXPECT_EQ(curve.rise->shorter, 1U);
  EXPECT_EQ(curve.rise->longer, 3U);
  EXPECT_EQ(curve.rise->by, alone(counts[3], 0.01).low - alone(counts[1], 0.01).high);
  EXPECT_THAT(curve.estimate, ElementsAre(DoubleNear(0.5, 1e-12), DoubleNear(0.1, 1e-12),
                                          DoubleNear(0.45, 1e-12), DoubleNear(0.9, 1e-12)));
  // Then no place bounds another.
  for (std::size_t n = 0; n < counts.size(); ++n) {
    EXPECT_EQ(curve.band[n].low, alone(counts[n], 0.01).low);
    EXPECT_EQ(curve.band[n].high, alone(counts[n], 0.01).high);
  }
}

TEST(FallingCurve, NothingIsKnownWithoutGames) {
  const FallingCurve curve = falling_curve(std::vector<ResultCounts>(2), 0.01);
  EXPECT_TRUE(std::isnan(curve.estimate[0]));
  EXPECT_EQ(curve.band[1].low, 0.0);
  EXPECT_EQ(curve.band[1].high, 1.0);
  EXPECT_THROW(falling_curve(std::vector<ResultCounts>(2), 0.0), std::invalid_argument);
}

TEST(EvenPlaces, AreWhereTheBandContainsOneHalf) {
  const std::vector<Interval> band = {{0.7, 0.9}, {0.4, 0.8}, {0.3, 0.6}, {0.1, 0.4}};
  const EvenPlaces even = even_places(band);
  EXPECT_THAT(even.above, ElementsAre(0));
  EXPECT_THAT(even.even, ElementsAre(1, 2));
  EXPECT_THAT(even.below, ElementsAre(3));
  EXPECT_TRUE(even.ordered);
  EXPECT_FALSE(even.open_before() || even.open_after());
}

TEST(EvenPlaces, MayBeOpenOrNone) {
  const EvenPlaces all = even_places(std::vector<Interval>{{0.4, 0.8}, {0.3, 0.6}});
  EXPECT_TRUE(all.ordered && all.open_before() && all.open_after());
  const EvenPlaces between = even_places(std::vector<Interval>{{0.6, 0.8}, {0.1, 0.3}});
  EXPECT_TRUE(between.ordered && between.even.empty());
  EXPECT_THAT(between.above, ElementsAre(0));
  EXPECT_THAT(between.below, ElementsAre(1));
  const EvenPlaces later = even_places(std::vector<Interval>{{0.6, 0.8}, {0.6, 0.7}});
  EXPECT_TRUE(later.ordered && later.even.empty() && later.open_after() && !later.open_before());
}

TEST(EvenPlaces, MayBeOutOfOrder) {
  const Interval above{0.6, 0.9}, even{0.4, 0.6}, below{0.1, 0.4};
  EXPECT_FALSE(even_places(std::vector{below, above}).ordered);
  EXPECT_FALSE(even_places(std::vector{even, above, below}).ordered);
  EXPECT_FALSE(even_places(std::vector{above, below, even}).ordered);
}

TEST(EstimatedCrossing, LeavesOutWhatHasNoEstimate) {
  const std::vector<double> limits = {5, 6, 7, 9};
  const Interval found = estimated_crossing(limits, std::vector{0.9, 0.6, std::nan(""), 0.2});
  EXPECT_EQ(found.low, 6);
  EXPECT_EQ(found.high, 9);
  EXPECT_TRUE(std::isinf(estimated_crossing(std::vector{5.0}, std::vector{std::nan("")}).low));
  EXPECT_TRUE(std::isinf(estimated_crossing(limits, std::vector{0.9, 0.8, 0.8, 0.6}).high));
  const Interval unordered = estimated_crossing(limits, std::vector{0.9, 0.4, 0.6, 0.2});
  EXPECT_EQ(unordered.low, 5);
  EXPECT_EQ(unordered.high, 9);
}

}  // namespace
}  // namespace tavlab
