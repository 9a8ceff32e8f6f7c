#include "experiments/stats/betting.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

namespace tavlab {
namespace {

using Counts = std::array<double, 3>;

/// The expectation of e^log_e over all results of n games with these probabilities.
double expectation(int n, const Counts& p, const std::function<double(const Counts&)>& log_e) {
  double sum = 0.0;
  for (int w = 0; w <= n; ++w) {
    for (int d = 0; w + d <= n; ++d) {
      const int l = n - w - d;
      const double log_p = std::lgamma(n + 1.0) - std::lgamma(w + 1.0) - std::lgamma(d + 1.0) -
                           std::lgamma(l + 1.0) + l * std::log(p[0]) + d * std::log(p[1]) +
                           w * std::log(p[2]);
      sum += std::exp(
          log_p + log_e({static_cast<double>(l), static_cast<double>(d), static_cast<double>(w)}));
    }
  }
  return sum;
}

TEST(Betting, HasTheExpectationOneUnderItsNull) {
  const Counts p = {0.5, 0.3, 0.2};  // mean 0.35
  const auto equal = [](const Counts& c) { return betting_log_e_equal(c, 0.35); };
  EXPECT_NEAR(expectation(15, p, equal), 1.0, 1e-12);
  EXPECT_GT(expectation(15, {0.85, 0.1, 0.05}, equal), 1.0);
  EXPECT_GT(expectation(15, {0.1, 0.2, 0.7}, equal), 1.0);
}

// Bets as documented, multiplied up game by game.
TEST(Betting, IsTheAverageOfItsBets) {
  const std::vector<double> games = {1, 0.5, 1, 1, 0, 0.5, 1, 0, 1, 1, 1, 0.5};
  const double m = 0.4;
  double above = 0.0;
  double below = 0.0;
  double weights = 0.0;
  for (int k = 0; k < 57; ++k) {
    const double u = 1.0 / (1.0 + std::exp(10.0 - 0.25 * k));
    const double weight = u * (1.0 - u) / (1.0 + 100.0 * u * u);
    double up = 1.0;
    double down = 1.0;
    for (const double x : games) {
      up *= 1.0 + u / m * (x - m);
      down *= 1.0 - u / (1.0 - m) * (x - m);
    }
    above += weight * up;
    below += weight * down;
    weights += weight;
  }
  const Counts counts = {2, 3, 7};
  EXPECT_NEAR(betting_log_e_equal(counts, m), std::log((above + below) / (2.0 * weights)), 1e-12);
}

TEST(Betting, IsLogConvexInTheMean) {
  for (const Counts& counts : {Counts{3, 4, 9}, {0, 5, 0}, {100, 20, 700}, {0, 0, 30}}) {
    constexpr double kStep = 1e-3;
    for (double m = 2 * kStep; m < 1.0 - 2 * kStep; m += kStep) {
      const double here = betting_log_e_equal(counts, m);
      const double around =
          (betting_log_e_equal(counts, m - kStep) + betting_log_e_equal(counts, m + kStep)) / 2.0;
      EXPECT_GE(around, here - 1e-10) << m;
    }
  }
}

TEST(Betting, MirrorsAndCountsScoresAsTheyAre) {
  const Counts counts = {3, 4, 9};
  const Counts turned = {9, 4, 3};
  EXPECT_NEAR(betting_log_e_equal(counts, 0.3), betting_log_e_equal(turned, 0.7), 1e-12);
  const std::array<double, 5> finer = {3, 0, 4, 0, 9};
  EXPECT_NEAR(betting_log_e_equal(counts, 0.3), betting_log_e_equal(finer, 0.3), 1e-12);
  EXPECT_NEAR(betting_log_e_equal(Counts{}, 0.3), 0.0, 1e-15);
}

TEST(BettingSequence, EndsWhereCapitalReachesItsThreshold) {
  for (const Counts& counts : {Counts{3, 4, 9},
                               {100, 20, 700},
                               {0, 0, 30},
                               {30, 0, 0},
                               {0, 50, 0},
                               {300000, 400000, 310000}}) {
    const double n = counts[0] + counts[1] + counts[2];
    const Interval interval = betting_sequence(counts);
    EXPECT_TRUE(interval.contains((counts[2] + counts[1] / 2.0) / n));
    if (interval.low > 0.0) {
      EXPECT_NEAR(betting_log_e_equal(counts, interval.low), std::log(20.0), 1e-6);
    }
    if (interval.high < 1.0) {
      EXPECT_NEAR(betting_log_e_equal(counts, interval.high), std::log(20.0), 1e-6);
    }
  }
  EXPECT_EQ(betting_sequence(Counts{30, 0, 0}).low, 0.0);
  EXPECT_EQ(betting_sequence(Counts{0, 0, 30}).high, 1.0);
  EXPECT_EQ(betting_sequence(Counts{}).low, 0.0);
  EXPECT_EQ(betting_sequence(Counts{}).high, 1.0);
  EXPECT_LT(betting_sequence(Counts{3, 4, 9}, 0.01).low, betting_sequence(Counts{3, 4, 9}).low);
}

TEST(BettingSequence, GainsByDraws) {
  const Interval with = betting_sequence(Counts{200, 600, 200});
  const Interval without = betting_sequence(Counts{500, 0, 500});
  EXPECT_LT(with.high - with.low, 0.7 * (without.high - without.low));
}

TEST(Betting, RefusesWhatCannotBe) {
  const Counts counts = {1, 2, 3};
  EXPECT_THROW(betting_log_e_equal(counts, 0.0), std::invalid_argument);
  EXPECT_THROW(betting_log_e_equal(counts, 1.0), std::invalid_argument);
  EXPECT_THROW(betting_log_e_equal(counts, NAN), std::invalid_argument);
  EXPECT_THROW(betting_log_e_equal(Counts{-1, 0, 2}, 0.5), std::invalid_argument);
  EXPECT_THROW(betting_log_e_equal(std::array<double, 1>{3}, 0.5), std::invalid_argument);
  EXPECT_THROW(betting_sequence(counts, 0.0), std::invalid_argument);
  EXPECT_THROW(betting_sequence(Counts{1, NAN, 2}), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
