// Error rates of sequential tests, and the quality of the estimate after them.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "experiments/stats/elo.h"
#include "experiments/stats/sprt.h"
#include "tests/experiments/stats/simulation.h"

namespace tavlab {
namespace {

constexpr int kExperiments = 2000;

struct Outcome {
  double accepted_h1 = 0.0;
  double mean_pairs = 0.0;
  double estimate_above = 0.0;  // share of estimates above the true Elo
  double naive_above = 0.0;
  double covered = 0.0;
};

/// The chances at a score, with a given share of draws.
Chances at_score(double score, double draws) { return {score - draws / 2.0, draws}; }

/// Tests until a bound is reached, with a look after every pair. An opening helps one side by 0.2.
Outcome test_pairs(std::uint64_t seed, double score, const EloHypotheses& hypotheses,
                   const SprtBounds& bounds) {
  Random random(seed);
  Rate accepted, above, naive_above, covered;
  double observations = 0.0;
  const double truth = elo_from_score(score);
  for (int i = 0; i < kExperiments; ++i) {
    PairCounts pairs;
    SprtState state = SprtState::undecided;
    while (state == SprtState::undecided) {
      const double advantage = random.uniform() < 0.5 ? 0.2 : -0.2;
      const double one = draw_score(random, at_score(score + advantage, 0.2));
      const double other = draw_score(random, at_score(score - advantage, 0.2));
      pairs.add(one + other);
      ++observations;
      state = sprt_state(log_likelihood_ratio(pairs, hypotheses), bounds);
    }
    accepted.add(state == SprtState::accept_h1);
    const SprtEstimate estimate = estimate_after_sprt(pairs, hypotheses, bounds);
    above.add(estimate.elo > truth);
    naive_above.add(estimate_elo(pairs).elo.value > truth);
    covered.add(estimate.interval.contains(truth));
  }
  return {accepted.value(), observations / kExperiments, above.value(), naive_above.value(),
          covered.value()};
}

void report(const char* name, const Outcome& outcome) {
  std::cout << name << ": H1 " << outcome.accepted_h1 << " after " << outcome.mean_pairs
            << " pairs, estimate above " << outcome.estimate_above << " (naive "
            << outcome.naive_above << "), covered " << outcome.covered << '\n';
}

TEST(Sprt, ErrsAsOftenAsItMay) {
  const SprtBounds bounds = sprt_bounds(0.05, 0.05);
  const EloHypotheses logistic{EloModel::logistic, 0.0, 40.0};
  const Outcome at_h0 = test_pairs(61, 0.5, logistic, bounds);
  report("logistic, H0", at_h0);
  EXPECT_NEAR(at_h0.accepted_h1, 0.045, 0.015);
  const Outcome at_h1 = test_pairs(62, score_from_elo(40.0), logistic, bounds);
  report("logistic, H1", at_h1);
  EXPECT_NEAR(at_h1.accepted_h1, 0.955, 0.015);
  // Half of the estimates are above the truth, and the interval covers it; the mean of the pairs at
  // the stop is above it more often under H1.
  for (const Outcome& outcome : {at_h0, at_h1}) {
    EXPECT_NEAR(outcome.estimate_above, 0.5, 0.04);
    EXPECT_NEAR(outcome.covered, 0.95, 0.02);
  }
  EXPECT_GT(at_h1.naive_above, at_h1.estimate_above + 0.02);
}

// Other probabilities of error, and normalized Elo.
TEST(Sprt, ErrsAsAlphaAndBetaSay) {
  const SprtBounds bounds = sprt_bounds(0.1, 0.05);
  const auto accepted = [&](std::uint64_t seed, double score, const EloHypotheses& hypotheses) {
    return test_pairs(seed, score, hypotheses, bounds).accepted_h1;
  };
  const EloHypotheses logistic{EloModel::logistic, -10.0, 30.0};
  const double logistic0 = accepted(65, score_from_elo(-10.0), logistic);
  const double logistic1 = accepted(66, score_from_elo(30.0), logistic);
  // A game's sigma is 1/2 sqrt(1 - 0.2), a pair's mean has the variance of two such games less what
  // the opening explains.
  const double sigma = std::sqrt(2.0 * (0.2 - 0.04) / 2.0);
  const EloHypotheses normalized{EloModel::normalized, 0.0, 50.0};
  const double normalized0 = accepted(67, 0.5, normalized);
  const double normalized1 = accepted(68, 0.5 + 50.0 / kNormalizedEloPerSigma * sigma, normalized);
  std::cout << "pairs: logistic " << logistic0 << ", " << logistic1 << "; normalized "
            << normalized0 << ", " << normalized1 << '\n';
  for (const double at_h0 : {logistic0, normalized0}) EXPECT_NEAR(at_h0, 0.09, 0.025);
  for (const double at_h1 : {logistic1, normalized1}) EXPECT_NEAR(at_h1, 0.955, 0.02);
}

}  // namespace
}  // namespace tavlab
