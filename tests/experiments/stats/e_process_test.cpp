#include "experiments/stats/e_process.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "core/random.h"
#include "experiments/stats/root.h"
#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

TEST(BernoulliE, AgreesWithComputedVectors) {
  const auto vectors = oracle("e_process_bernoulli").at("vectors");
  ASSERT_EQ(vectors.size(), 6U);
  for (const auto& vector : vectors) {
    EXPECT_NEAR(log_e_equal(vector.at("x"), vector.at("n"), vector.at("p0"),
                            {.a = vector.at("a"), .b = vector.at("b")}),
                vector.at("log_e"), 6e-9)
        << vector;
  }
}

// Howard's beta-binomial boundary for values in [-g, h]: with n = v / (g h) trials, their sum s is
// (g + h) times the surplus of successes over n p0, p0 = g / (g + h).
struct BetaBinomial {
  explicit BetaBinomial(const nlohmann::json& vector)
      : g(vector.at("g")),
        h(vector.at("h")),
        n(vector.at("v").get<double>() / (g * h)),
        p0(g / (g + h)),
        best_at(vector.at("v_opt").get<double>() / (g * h)),
        one_sided(vector.at("one_sided")) {}

  [[nodiscard]] double log_mixture(double s) const {
    const double alpha = 0.05;
    const double x = n * p0 + s / (g + h);
    const BetaWeights weights = centred_weights(p0, best_at, one_sided ? 2.0 * alpha : alpha);
    return one_sided ? log_e_at_most(x, n, p0, weights) : log_e_equal(x, n, p0, weights);
  }

  double g, h, n, p0, best_at;
  bool one_sided;
};

TEST(BernoulliE, AgreesWithTheBetaBinomialBoundary) {
  const auto sequences = oracle("confidence_sequences");
  const double tolerance = sequences.at("tol_abs");
  for (const auto& vector : sequences.at("beta_binomial")) {
    const BetaBinomial mixture(vector);
    if (vector.contains("s")) {
      EXPECT_NEAR(mixture.log_mixture(vector.at("s")), vector.at("value"), tolerance);
    } else {
      const double threshold = -std::log(vector.at("alpha").get<double>());
      const double bound =
          find_root([&](double s) { return mixture.log_mixture(s) - threshold; }, 1.0, 100.0);
      EXPECT_NEAR(bound, vector.at("value"), tolerance) << vector;
    }
  }
}

TEST(CentredBernoulliSequence, AgreesWithPublishedIntervals) {
  const auto sequences = oracle("confidence_sequences");
  const double tolerance = sequences.at("tol_abs");
  for (const auto& vector : sequences.at("bernoulli_ci")) {
    const Interval interval = centred_bernoulli_sequence(vector.at("successes"), vector.at("n"),
                                                         vector.at("t_opt"), vector.at("alpha"));
    EXPECT_NEAR(interval.low, vector.at("lower"), tolerance) << vector;
    EXPECT_NEAR(interval.high, vector.at("upper"), tolerance) << vector;
  }
}

// Digits by mpmath; the two with few successes are so far out that the series takes over.
TEST(OneSidedE, AgreesWithComputedVectors) {
  EXPECT_NEAR(log_e_at_most(60, 100, 0.5), 0.57889112322060124, 1e-10);
  EXPECT_NEAR(log_e_at_most(530, 1000, 0.5, {50, 50}), 1.0948295067435538, 1e-10);
  EXPECT_NEAR(log_e_at_most(400, 1000, 0.5, {50, 50}), -3.2498478855122424, 1e-9);
  EXPECT_NEAR(log_e_at_most(10, 10000, 0.5), -9.2084387653883401, 1e-9);
  EXPECT_NEAR(log_e_at_most(100, 10000, 0.3, {2, 3}), -8.5374362245503902, 1e-9);
}

// The likelihood ratio averaged over the weights, by the midpoint rule.
double by_integration(double x, double n, double p0, const BetaWeights& weights, double from,
                      double to) {
  constexpr int kSteps = 200000;
  double sum = 0.0;
  double mass = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double q = from + (to - from) * (i + 0.5) / kSteps;
    const double density = std::pow(q, weights.a - 1.0) * std::pow(1.0 - q, weights.b - 1.0);
    sum += density * std::exp(x * std::log(q / p0) + (n - x) * std::log((1.0 - q) / (1.0 - p0)));
    mass += density;
  }
  return std::log(sum / mass);
}

TEST(BernoulliE, IsTheAverageLikelihoodRatio) {
  const BetaWeights weights{3, 2};
  EXPECT_NEAR(log_e_equal(30.5, 50, 0.4, weights), by_integration(30.5, 50, 0.4, weights, 0, 1),
              1e-7);
  EXPECT_NEAR(log_e_at_most(30.5, 50, 0.4, weights), by_integration(30.5, 50, 0.4, weights, 0.4, 1),
              1e-7);
  EXPECT_NEAR(log_e_at_least(30.5, 50, 0.4, weights),
              by_integration(30.5, 50, 0.4, weights, 0, 0.4), 1e-7);
}

/// The expectation of e^log_e over all results of n games, each win, draw or loss.
double expectation(int n, double win, double draw, const std::function<double(double)>& log_e) {
  double sum = 0.0;
  for (int w = 0; w <= n; ++w) {
    for (int d = 0; w + d <= n; ++d) {
      const double log_p = std::lgamma(n + 1.0) - std::lgamma(w + 1.0) - std::lgamma(d + 1.0) -
                           std::lgamma(n - w - d + 1.0) + w * std::log(win) +
                           (d > 0 ? d * std::log(draw) : 0.0) +
                           (n - w - d) * std::log(1.0 - win - draw);
      if (d == 0 || draw > 0.0) sum += std::exp(log_p + log_e(w + d / 2.0));
    }
  }
  return sum;
}

TEST(BernoulliE, HasTheExpectationOneUnderItsNull) {
  const BetaWeights weights{2, 1};
  constexpr int n = 12;
  const auto equal = [&](double x) { return log_e_equal(x, n, 0.3, weights); };
  const auto at_most = [&](double x) { return log_e_at_most(x, n, 0.3, weights); };
  const auto at_least = [&](double x) { return log_e_at_least(x, n, 0.3, weights); };
  EXPECT_NEAR(expectation(n, 0.3, 0.0, equal), 1.0, 1e-12);
  EXPECT_NEAR(expectation(n, 0.3, 0.0, at_most), 1.0, 1e-12);
  EXPECT_NEAR(expectation(n, 0.3, 0.0, at_least), 1.0, 1e-12);
  // The one-sided ones under the rest of their nulls, and beyond.
  EXPECT_LT(expectation(n, 0.2, 0.0, at_most), 1.0);
  EXPECT_GT(expectation(n, 0.4, 0.0, at_most), 1.0);
  EXPECT_LT(expectation(n, 0.4, 0.0, at_least), 1.0);
  EXPECT_GT(expectation(n, 0.2, 0.0, at_least), 1.0);
  // With draws of the same mean all are conservative.
  EXPECT_LT(expectation(n, 0.2, 0.2, equal), 1.0);
  EXPECT_LT(expectation(n, 0.2, 0.2, at_most), 1.0);
  EXPECT_LT(expectation(n, 0.2, 0.2, at_least), 1.0);
}

TEST(BernoulliE, MirrorsAndKnowsItsLimits) {
  const BetaWeights weights{3, 2};
  const BetaWeights mirrored{2, 3};
  EXPECT_NEAR(log_e_equal(7, 30, 0.4, weights), log_e_equal(23, 30, 0.6, mirrored), 1e-12);
  EXPECT_NEAR(log_e_at_most(7, 30, 0.4, weights), log_e_at_least(23, 30, 0.6, mirrored), 1e-12);
  EXPECT_NEAR(log_e_equal(0, 0, 0.4), 0.0, 1e-15);
  EXPECT_NEAR(log_e_at_most(0, 0, 0.4), 0.0, 1e-15);
  EXPECT_EQ(log_e_equal(1, 10, 0.0), INFINITY);
  EXPECT_EQ(log_e_equal(9, 10, 1.0), INFINITY);
  EXPECT_NEAR(log_e_equal(0, 10, 0.0), -std::log(11.0), 1e-12);
  // More successes speak more against p <= p0.
  double before = -INFINITY;
  for (int x = 0; x <= 2000; x += 20) {
    const double log_e = log_e_at_most(x, 2000, 0.5);
    EXPECT_GT(log_e, before) << x;
    before = log_e;
  }
}

TEST(BernoulliSequence, EndsWhereEReachesItsThreshold) {
  const BetaWeights weights{50, 50};
  for (const double x : {0.0, 3.5, 40.0, 100.0}) {
    const Interval interval = bernoulli_sequence(x, 100, 0.05, weights);
    EXPECT_TRUE(interval.contains(x / 100));
    const double at_low = x > 0 ? log_e_equal(x, 100, interval.low, weights) : std::log(20.0);
    const double at_high = x < 100 ? log_e_equal(x, 100, interval.high, weights) : std::log(20.0);
    EXPECT_NEAR(at_low, std::log(20.0), 1e-9);
    EXPECT_NEAR(at_high, std::log(20.0), 1e-9);
  }
  EXPECT_EQ(bernoulli_sequence(0, 100).low, 0.0);
  EXPECT_EQ(bernoulli_sequence(100, 100).high, 1.0);
  const Interval wide = bernoulli_sequence(40, 100, 0.01);
  const Interval narrow = bernoulli_sequence(40, 100, 0.1);
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_GT(wide.high, narrow.high);
  EXPECT_EQ(bernoulli_sequence(0, 0).low, 0.0);
  EXPECT_EQ(bernoulli_sequence(0, 0).high, 1.0);
}

TEST(BernoulliSequence, TakesGamesOneByOneOrInBatches) {
  Random random(5);
  BernoulliSequence one_by_one;
  BernoulliSequence in_batches;
  BernoulliSequence running(0.05, {}, true);
  Interval intersection{0.0, 1.0};
  for (int batch = 0; batch < 40; ++batch) {
    double won = 0.0;
    for (int game = 0; game < 10; ++game) {
      const double score = random.below(3) / 2.0;
      one_by_one.add(score, 1.0 - score);
      won += score;
    }
    in_batches.add(won, 10.0 - won);
    running.add(won, 10.0 - won);
    const Interval now = in_batches.interval();
    intersection = {std::max(intersection.low, now.low), std::min(intersection.high, now.high)};
    EXPECT_EQ(running.interval().low, intersection.low);
    EXPECT_EQ(running.interval().high, intersection.high);
  }
  EXPECT_EQ(one_by_one.trials(), 400.0);
  EXPECT_EQ(one_by_one.successes(), in_batches.successes());
  EXPECT_EQ(one_by_one.interval().low, in_batches.interval().low);
}

TEST(BernoulliSequence, WithRunningCanBecomeEmptyWhereThePChanges) {
  BernoulliSequence running(0.05, {}, true);
  running.add(500, 0);
  running.add(0, 5000);
  EXPECT_GT(running.interval().low, running.interval().high);
}

TEST(BernoulliE, RefusesWhatCannotBe) {
  EXPECT_THROW(log_e_equal(-1, 10, 0.5), std::invalid_argument);
  EXPECT_THROW(log_e_equal(11, 10, 0.5), std::invalid_argument);
  EXPECT_THROW(log_e_equal(1, INFINITY, 0.5), std::invalid_argument);
  EXPECT_THROW(log_e_equal(1, 10, 1.5), std::invalid_argument);
  EXPECT_THROW(log_e_equal(1, 10, 0.5, {0, 1}), std::invalid_argument);
  EXPECT_THROW(log_e_at_most(1, 10, 0.0), std::invalid_argument);
  EXPECT_THROW(log_e_at_least(1, 10, 1.0), std::invalid_argument);
  EXPECT_THROW(bernoulli_sequence(1, 10, 0.0), std::invalid_argument);
  EXPECT_THROW(bernoulli_sequence(1, 10, 1.0), std::invalid_argument);
  EXPECT_THROW(centred_bernoulli_sequence(11, 10, 100), std::invalid_argument);
  EXPECT_THROW(centred_weights(0.0, 100), std::invalid_argument);
  EXPECT_THROW(centred_weights(0.5, 0), std::invalid_argument);
  EXPECT_THROW(BernoulliSequence(2.0), std::invalid_argument);
  BernoulliSequence sequence;
  EXPECT_THROW(sequence.add(-1, 2), std::invalid_argument);
  EXPECT_THROW(sequence.add(1, -1), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
