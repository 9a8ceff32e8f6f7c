#include "experiments/stats/sprt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "experiments/stats/elo.h"
#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

EloModel model_of(const std::string& name) {
  return name == "logistic" ? EloModel::logistic : EloModel::normalized;
}

EloHypotheses hypotheses_of(const nlohmann::json& vector, EloModel model) {
  return {.model = model, .elo0 = vector.at("elo0"), .elo1 = vector.at("elo1")};
}

/// The Elo of the expected score at a rating in BayesElo (Coulom 2005), whose draw parameter is
/// that of these games: P(win) = 1 / (1 + 10^((draw - elo) / 400)), P(loss) with -elo.
double elo_from_bayes_elo(double elo, const nlohmann::json& games) {
  const double wins = games.at("wins"), draws = games.at("draws"), losses = games.at("losses");
  const double total = wins + draws + losses;
  const double draw_elo = 200.0 * std::log10((total / losses - 1.0) * (total / wins - 1.0));
  return elo_from_score((1.0 + score_from_elo(elo - draw_elo) - score_from_elo(-elo - draw_elo)) /
                        2.0);
}

TEST(LogLikelihoodRatio, AgreesWithPublishedPairs) {
  for (const auto& vector : oracle("llr_pentanomial")) {
    const auto even = vector.at("WL").get<std::uint64_t>() + vector.at("DD").get<std::uint64_t>();
    const PairCounts pairs{
        {vector.at("LL"), vector.at("LD"), even, vector.at("WD"), vector.at("WW")}};
    const double ratio =
        log_likelihood_ratio(pairs, hypotheses_of(vector, model_of(vector.at("model"))));
    const double stated = vector.at("llr");
    EXPECT_NEAR(ratio, stated, vector.at("tol_rel").get<double>() * std::abs(stated)) << vector;
    EXPECT_NEAR(ratio, vector.at("fishtest_code"), 1e-6) << vector;
  }
}

TEST(LogLikelihoodRatio, AgreesWithWhatFishtestPrinted) {
  const auto vectors = oracle("llr_pentanomial_fishtest_printed");
  ASSERT_EQ(vectors.size(), 46U);
  for (const auto& vector : vectors) {
    const double ratio = log_likelihood_ratio(pairs_of(vector.at("ptnml")),
                                              hypotheses_of(vector, model_of(vector.at("model"))));
    EXPECT_NEAR(ratio, vector.at("llr"), vector.at("tol_abs").get<double>()) << vector;
    EXPECT_NEAR(ratio, vector.at("fishtest_code"), 1e-6) << vector;
    const SprtBounds bounds = sprt_bounds(vector.at("alpha"), vector.at("beta"));
    EXPECT_NEAR(bounds.lower, vector.at("bounds").at(0), 5.1e-3);
    EXPECT_NEAR(bounds.upper, vector.at("bounds").at(1), 5.1e-3);
  }
}

TEST(LogLikelihoodRatio, AgreesWithFishtestsExactValuesAndNearlyWithItsApproximations) {
  for (const auto& vector : oracle("llr_approximations")) {
    const PairCounts pairs = pairs_of(vector.at("ptnml"));
    const double logistic = log_likelihood_ratio(pairs, hypotheses_of(vector, EloModel::logistic));
    EXPECT_NEAR(logistic, vector.at("logistic_exact"), 1e-6) << vector;
    EXPECT_NEAR(logistic, vector.at("logistic_alt"), 0.01 * std::abs(logistic)) << vector;
    EXPECT_NEAR(logistic, vector.at("logistic_alt2"), 0.04 * std::abs(logistic)) << vector;
    const double normalized =
        log_likelihood_ratio(pairs, hypotheses_of(vector, EloModel::normalized));
    EXPECT_NEAR(normalized, vector.at("normalized_exact"), 1e-6) << vector;
    EXPECT_NEAR(normalized, vector.at("normalized_alt"), 0.002 * std::abs(normalized)) << vector;
  }
}

TEST(LogLikelihoodRatio, AgreesWithOpenBench) {
  for (const auto& vector : oracle("openbench")) {
    EXPECT_NEAR(log_likelihood_ratio(pairs_of(vector.at("ptnml")),
                                     hypotheses_of(vector, EloModel::normalized)),
                vector.at("pentanomial_llr"), 1e-6);
  }
}

TEST(LogLikelihoodRatio, ChangesSignWithItsHypothesesAndItsSides) {
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    const PairCounts pairs{{3, 9, 20, 14, 6}};
    const PairCounts turned{{6, 14, 20, 9, 3}};
    const double ratio = log_likelihood_ratio(pairs, {model, 5, 25});
    EXPECT_NEAR(log_likelihood_ratio(pairs, {model, 25, 5}), -ratio, 1e-10);
    EXPECT_NEAR(log_likelihood_ratio(turned, {model, -5, -25}), ratio, 1e-10);
    EXPECT_NEAR(
        log_likelihood_ratio(pairs, {model, 5, 15}) + log_likelihood_ratio(pairs, {model, 15, 25}),
        ratio, 1e-10);
    EXPECT_NEAR(log_likelihood_ratio(pairs, {model, 7, 7}), 0.0, 1e-12);
  }
}

// The hypothesis at the data's own value is the most likely.
TEST(LogLikelihoodRatio, IsGreatestForTheHypothesisThatTheDataGive) {
  const PairCounts pairs{{3, 9, 20, 14, 6}};
  const EloEstimate estimate = estimate_elo(pairs);
  for (const double away : {-10.0, -1.0, 1.0, 10.0}) {
    const double elo = estimate.elo.value;
    const double normalized = estimate.normalized_elo.value;
    EXPECT_LT(log_likelihood_ratio(pairs, {EloModel::logistic, elo, elo + away}), 0.0);
    EXPECT_LT(log_likelihood_ratio(pairs, {EloModel::normalized, normalized, normalized + away}),
              0.0);
  }
}

// Counts for which the constrained maximum is at the edge of the range.
TEST(LogLikelihoodRatio, IsFiniteForOneSidedCounts) {
  const std::uint64_t many = 10'000'000;
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{100}, many}) {
      for (std::size_t i = 0; i < 5; ++i) {
        PairCounts pairs;
        pairs.by_points[i] = n;
        for (const double elo : {-200.0, -5.0, 0.0, 1.0, 199.0}) {
          const double ratio = log_likelihood_ratio(pairs, {model, elo, elo + 1.0});
          EXPECT_TRUE(std::isfinite(ratio)) << i << ' ' << n << ' ' << elo;
          const double sign = i == 4 ? 1.0 : i == 0 ? -1.0 : 0.0;
          EXPECT_GE(sign * ratio, 0.0) << i << ' ' << n << ' ' << elo;
        }
      }
    }
  }
}

TEST(LogLikelihoodRatio, RefusesWhatCannotBe) {
  const PairCounts pairs{{1, 2, 3, 2, 1}};
  EXPECT_THROW(log_likelihood_ratio(PairCounts{}, {}), std::invalid_argument);
  EXPECT_THROW(log_likelihood_ratio(pairs, {EloModel::normalized, 0, 201}), std::invalid_argument);
  EXPECT_THROW(log_likelihood_ratio(pairs, {EloModel::logistic, NAN, 5}), std::invalid_argument);
}

TEST(SprtBounds, AgreeWithTheFormula) {
  for (const auto& vector : oracle("sprt_bounds")) {
    const SprtBounds bounds = sprt_bounds(vector.at("alpha"), vector.at("beta"));
    EXPECT_NEAR(bounds.lower, vector.at("lower"), 1e-14);
    EXPECT_NEAR(bounds.upper, vector.at("upper"), 1e-14);
  }
  EXPECT_THROW(sprt_bounds(0.0, 0.05), std::invalid_argument);
  EXPECT_THROW(sprt_bounds(0.05, 0.0), std::invalid_argument);
  EXPECT_THROW(sprt_bounds(0.6, 0.5), std::invalid_argument);
}

TEST(SprtState, StopsAtTheBounds) {
  const SprtBounds bounds = sprt_bounds(0.05, 0.1);
  EXPECT_EQ(sprt_state(0.0, bounds), SprtState::undecided);
  EXPECT_EQ(sprt_state(bounds.lower, bounds), SprtState::accept_h0);
  EXPECT_EQ(sprt_state(bounds.upper, bounds), SprtState::accept_h1);
  EXPECT_EQ(sprt_state(-100.0, bounds), SprtState::accept_h0);
  EXPECT_EQ(sprt_state(100.0, bounds), SprtState::accept_h1);
}

TEST(EstimateAfterSprt, AgreesWithFishtest) {
  int estimates = 0;
  for (const auto& vector : oracle("sprt_elo_estimate")) {
    const auto& input = vector.at("input");
    if (!input.contains("pentanomial")) continue;
    ++estimates;
    const bool bayesian = vector.at("model") == "BayesElo";
    EloHypotheses hypotheses =
        hypotheses_of(vector, bayesian ? EloModel::logistic : model_of(vector.at("model")));
    if (bayesian) {
      hypotheses.elo0 = elo_from_bayes_elo(hypotheses.elo0, input);
      hypotheses.elo1 = elo_from_bayes_elo(hypotheses.elo1, input);
    }
    const SprtBounds bounds = sprt_bounds(vector.at("alpha"), vector.at("beta"));
    const PairCounts pairs = pairs_of(input.at("pentanomial"));
    const SprtEstimate estimate = estimate_after_sprt(pairs, hypotheses, bounds);
    const double ratio = log_likelihood_ratio(pairs, hypotheses);
    EXPECT_NEAR(ratio, vector.at("LLR"), 1e-6) << vector;
    EXPECT_NEAR(estimate.superiority, vector.at("LOS"), 1e-7) << vector;
    EXPECT_NEAR(estimate.elo, vector.at("elo_median_unbiased"), 1e-6) << vector;
    EXPECT_NEAR(estimate.interval.low, vector.at("ci95").at(0), 1e-6) << vector;
    EXPECT_NEAR(estimate.interval.high, vector.at("ci95").at(1), 1e-6) << vector;
  }
  EXPECT_EQ(estimates, 4);
}

TEST(EstimateAfterSprt, TurnsWithTheSides) {
  const SprtBounds bounds = sprt_bounds(0.05, 0.05);
  const SprtEstimate one =
      estimate_after_sprt(PairCounts{{10, 30, 70, 50, 20}}, {EloModel::logistic, -10, 10}, bounds);
  const SprtEstimate other =
      estimate_after_sprt(PairCounts{{20, 50, 70, 30, 10}}, {EloModel::logistic, -10, 10}, bounds);
  EXPECT_NEAR(one.elo, -other.elo, 1e-9);
  EXPECT_NEAR(one.interval.low, -other.interval.high, 1e-9);
  EXPECT_NEAR(one.superiority, 1.0 - other.superiority, 1e-12);
}

// A test that reached its bound was lucky: the estimate is nearer to the middle than the mean
// score. With bounds out of reach it is the mean score's.
TEST(EstimateAfterSprt, ShrinksWhereTheTestStopped) {
  const PairCounts pairs{{10, 30, 70, 50, 20}};
  const EloHypotheses hypotheses{EloModel::logistic, -10, 10};
  const double naive = estimate_elo(pairs).elo.value;
  const SprtEstimate stopped = estimate_after_sprt(pairs, hypotheses, {-1.0, 1.0});
  EXPECT_LT(stopped.elo, naive);
  EXPECT_GT(stopped.elo, 0.0);
  const SprtEstimate going_on = estimate_after_sprt(pairs, hypotheses, {-50.0, 50.0});
  EXPECT_NEAR(going_on.elo, naive, 0.1);
  EXPECT_LT(estimate_after_sprt(pairs, hypotheses, {-1.0, 1.0}, 0.99).interval.low,
            stopped.interval.low);
}

TEST(EstimateAfterSprt, RefusesWhatCannotBe) {
  const PairCounts pairs{{1, 2, 3, 2, 1}};
  const SprtBounds bounds = sprt_bounds(0.05, 0.05);
  EXPECT_THROW(estimate_after_sprt(pairs, {EloModel::logistic, 5, 0}, bounds),
               std::invalid_argument);
  EXPECT_THROW(estimate_after_sprt(pairs, {}, bounds, 1.0), std::invalid_argument);
  EXPECT_THROW(estimate_after_sprt(pairs, {}, {1.0, 2.0}), std::invalid_argument);
  EXPECT_THROW(estimate_after_sprt(PairCounts{}, {}, bounds), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
