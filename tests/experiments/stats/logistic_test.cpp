#include "experiments/stats/logistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace tavlab {
namespace {

using Scores = std::vector<ScoreAt>;

const Scores kScores = {
    {20, 30, 100}, {40, 42.5, 100}, {60, 61, 120}, {80, 70, 110}, {120, 50, 60}};

double log_likelihood(const Scores& scores, double intercept, double slope) {
  double sum = 0.0;
  for (const ScoreAt& each : scores) {
    const double p = 1.0 / (1.0 + std::exp(-intercept - slope * each.parameter));
    sum += each.points * std::log(p) + (each.games - each.points) * std::log(1.0 - p);
  }
  return sum;
}

// Two parameters are fitted exactly.
TEST(Logistic, OfTwoParametersJoinsTheirLogits) {
  const Scores scores = {{10, 30, 100}, {30, 80, 120}};
  const double low = std::log(30.0 / 70.0);
  const double high = std::log(80.0 / 40.0);
  const LogisticFit fit = fit_logistic(scores);
  EXPECT_NEAR(fit.slope, (high - low) / 20.0, 1e-12);
  EXPECT_NEAR(fit.intercept, low - fit.slope * 10.0, 1e-11);
  EXPECT_NEAR(fit.balance_point(), 10.0 - low / fit.slope, 1e-9);
  const double v1 = 1.0 / 30 + 1.0 / 70;
  const double v2 = 1.0 / 80 + 1.0 / 40;
  EXPECT_NEAR(fit.slope_variance, (v1 + v2) / 400.0, 1e-12);
  EXPECT_NEAR(fit.intercept_variance, (9.0 * v1 + v2) / 4.0, 1e-11);
  EXPECT_NEAR(fit.covariance, -(3.0 * v1 + v2) / 40.0, 1e-12);
  EXPECT_NEAR(fit.log_likelihood, log_likelihood(scores, fit.intercept, fit.slope), 1e-10);
}

TEST(Logistic, IsTheMaximum) {
  const LogisticFit fit = fit_logistic(kScores);
  const double greatest = log_likelihood(kScores, fit.intercept, fit.slope);
  EXPECT_NEAR(fit.log_likelihood, greatest, 1e-9);
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_LT(log_likelihood(kScores, fit.intercept + sign * 1e-3, fit.slope), greatest);
    EXPECT_LT(log_likelihood(kScores, fit.intercept, fit.slope + sign * 1e-5), greatest);
  }
}

TEST(Logistic, MovesWithItsParameterAndTurnsWithItsSide) {
  Scores moved = kScores;
  for (ScoreAt& each : moved) {
    each.parameter = 1e4 - 3.0 * each.parameter;
    each.points = each.games - each.points;
  }
  const LogisticFit one = fit_logistic(kScores);
  const LogisticFit other = fit_logistic(moved);
  EXPECT_NEAR(other.slope, one.slope / 3.0, 1e-12);
  EXPECT_NEAR(other.balance_point(), 1e4 - 3.0 * one.balance_point(), 1e-7);
  const Interval profile = balance_profile_interval(kScores);
  const Interval profile_moved = balance_profile_interval(moved);
  EXPECT_NEAR(profile_moved.low, 1e4 - 3.0 * profile.high, 1e-6);
  EXPECT_NEAR(profile_moved.high, 1e4 - 3.0 * profile.low, 1e-6);
  const Interval fieller = balance_fieller_interval(one);
  const Interval fieller_moved = balance_fieller_interval(other);
  EXPECT_NEAR(fieller_moved.low, 1e4 - 3.0 * fieller.high, 1e-5);
  const Interval delta = balance_delta_interval(one);
  const Interval delta_moved = balance_delta_interval(other);
  EXPECT_NEAR(delta_moved.high, 1e4 - 3.0 * delta.low, 1e-5);
}

// At its ends twice the loss of log-likelihood is the 0.95 quantile of chi-square, by a search over
// the slope.
TEST(BalanceProfile, EndsWhereTheLikelihoodSaysSo) {
  const LogisticFit fit = fit_logistic(kScores);
  const Interval interval = balance_profile_interval(kScores);
  EXPECT_TRUE(interval.contains(fit.balance_point()));
  for (const double end : {interval.low, interval.high}) {
    double greatest = -INFINITY;
    for (double slope = 0.0; slope < 0.1; slope += 1e-6) {
      greatest = std::max(greatest, log_likelihood(kScores, -slope * end, slope));
    }
    EXPECT_NEAR(2.0 * (fit.log_likelihood - greatest), 3.841458820694124, 1e-5);
  }
}

TEST(BalanceIntervals, AgreeInLargeSamples) {
  Scores many = kScores;
  for (ScoreAt& each : many) {
    each.points *= 1000.0;
    each.games *= 1000.0;
  }
  const LogisticFit fit = fit_logistic(many);
  const Interval profile = balance_profile_interval(many);
  const Interval fieller = balance_fieller_interval(fit);
  const Interval delta = balance_delta_interval(fit);
  const double width = profile.high - profile.low;
  EXPECT_NEAR(fieller.low, profile.low, 0.01 * width);
  EXPECT_NEAR(fieller.high, profile.high, 0.01 * width);
  EXPECT_NEAR(delta.low, profile.low, 0.01 * width);
  EXPECT_NEAR(delta.high, profile.high, 0.01 * width);
  EXPECT_LT(balance_profile_interval(many, 0.99).low, profile.low);
}

TEST(BalanceIntervals, AreUnboundedWhereTheSlopeMayBeZero) {
  const Scores flat = {{10, 50, 100}, {20, 52, 100}, {30, 51, 100}};
  const LogisticFit fit = fit_logistic(flat);
  for (const Interval& interval : {balance_profile_interval(flat), balance_fieller_interval(fit)}) {
    EXPECT_EQ(interval.low, -INFINITY);
    EXPECT_EQ(interval.high, INFINITY);
  }
  const Scores even = {{10, 50, 100}, {20, 50, 100}};
  EXPECT_FALSE(std::isfinite(fit_logistic(even).balance_point()));
  EXPECT_EQ(balance_profile_interval(even).high, INFINITY);
  EXPECT_EQ(balance_delta_interval(fit_logistic(even)).low, -INFINITY);
}

TEST(BalanceProfile, ReachesFarWhereTheSlopeIsHardlyCertain) {
  const Scores steep = {{0, 40, 100}, {1, 54.2, 100}};
  const Interval interval = balance_profile_interval(steep);
  EXPECT_TRUE(std::isfinite(interval.low));
  EXPECT_GT(interval.high - interval.low, 5.0);
}

// With two degrees of freedom the chi-square distribution's tail is exp(-x / 2).
TEST(LackOfFit, IsPearsonsTest) {
  const Scores scores = {{10, 30, 100}, {20, 45, 100}, {30, 80, 120}, {40, 60, 90}};
  const LogisticFit fit = fit_logistic(scores);
  double sum = 0.0;
  for (const ScoreAt& each : scores) {
    const double p = 1.0 / (1.0 + std::exp(-fit.intercept - fit.slope * each.parameter));
    sum += std::pow(each.points - each.games * p, 2) / (each.games * p * (1.0 - p));
  }
  EXPECT_GT(sum, 1.0);
  EXPECT_NEAR(lack_of_fit_p_value(fit, scores), std::exp(-sum / 2.0), 1e-12);
  const Scores two(scores.begin(), scores.begin() + 2);
  EXPECT_EQ(lack_of_fit_p_value(fit_logistic(two), two), 1.0);
  EXPECT_THROW(lack_of_fit_p_value(fit, Scores(scores.begin(), scores.begin() + 1)),
               std::invalid_argument);
}

TEST(Logistic, RefusesWhatHasNoMaximum) {
  EXPECT_THROW(fit_logistic(Scores{{10, 0, 100}, {20, 100, 100}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 0, 100}, {20, 50, 100}, {30, 100, 100}}),
               std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 100, 100}, {20, 100, 100}}), std::invalid_argument);
  EXPECT_THROW(balance_profile_interval(Scores{{10, 0, 100}, {20, 100, 100}}),
               std::invalid_argument);
}

TEST(Logistic, RefusesWhatCannotBe) {
  EXPECT_THROW(fit_logistic({}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 50, 100}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 50, 100}, {10, 40, 100}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 50, 100}, {20, 0, 0}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, 50, 100}, {20, 101, 100}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{10, -1, 100}, {20, 10, 100}}), std::invalid_argument);
  EXPECT_THROW(fit_logistic(Scores{{NAN, 1, 100}, {20, 10, 100}}), std::invalid_argument);
  EXPECT_THROW(balance_profile_interval(kScores, 1.0), std::invalid_argument);
  EXPECT_THROW(balance_fieller_interval(fit_logistic(kScores), 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
