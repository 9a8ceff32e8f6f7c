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
}

// At its ends twice the loss of log-likelihood is the 0.95 quantile of chi-square, checked by a
// search over the slope.
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

// In large samples it is the balance point +- 1.96 standard errors by the delta method, with the
// variances of a logistic regression from the inverse of its information.
TEST(BalanceProfile, IsTheDeltaMethodsInLargeSamples) {
  Scores many = kScores;
  for (ScoreAt& each : many) {
    each.points *= 1000.0;
    each.games *= 1000.0;
  }
  const LogisticFit fit = fit_logistic(many);
  const Interval profile = balance_profile_interval(many);
  double h00 = 0.0, h01 = 0.0, h11 = 0.0;
  for (const ScoreAt& each : many) {
    const double p = 1.0 / (1.0 + std::exp(-fit.intercept - fit.slope * each.parameter));
    const double weight = each.games * p * (1.0 - p);
    h00 += weight;
    h01 += weight * each.parameter;
    h11 += weight * each.parameter * each.parameter;
  }
  const double x = fit.balance_point();
  const double variance = (h11 - 2.0 * x * h01 + x * x * h00) / (h00 * h11 - h01 * h01);
  const double half = 1.959963984540054 * std::sqrt(variance) / std::abs(fit.slope);
  EXPECT_NEAR(profile.low, x - half, 0.02 * half);
  EXPECT_NEAR(profile.high, x + half, 0.02 * half);
  EXPECT_LT(balance_profile_interval(many, 0.99).low, profile.low);
}

TEST(BalanceProfile, IsUnboundedWhereTheSlopeMayBeZero) {
  const Scores flat = {{10, 50, 100}, {20, 52, 100}, {30, 51, 100}};
  const Interval interval = balance_profile_interval(flat);
  EXPECT_EQ(interval.low, -INFINITY);
  EXPECT_EQ(interval.high, INFINITY);
  const Scores even = {{10, 50, 100}, {20, 50, 100}};
  EXPECT_FALSE(std::isfinite(fit_logistic(even).balance_point()));
  EXPECT_EQ(balance_profile_interval(even).high, INFINITY);
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
}

}  // namespace
}  // namespace tavlab
