#include "experiments/stats/confidence_sequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/random.h"
#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

TEST(NormalMixture, AgreesWithPublishedVectors) {
  const auto sequences = oracle("confidence_sequences");
  const double tolerance = sequences.at("tol_abs");
  for (const auto& vector : sequences.at("two_sided_normal")) {
    if (vector.at("fn") == "best_rho") {
      EXPECT_NEAR(normal_mixture_rho(vector.at("v"), vector.at("alpha")), vector.at("value"),
                  tolerance);
      continue;
    }
    const double rho = normal_mixture_rho(vector.at("v_opt"), vector.at("alpha_opt"));
    const double value = vector.contains("s")
                             ? normal_log_mixture(vector.at("s"), vector.at("v"), rho)
                             : normal_mixture_bound(vector.at("v"), vector.at("alpha"), rho);
    EXPECT_NEAR(value, vector.at("value"), tolerance) << vector;
  }
  for (const auto& vector : sequences.at("one_sided_normal")) {
    const double rho = normal_mixture_rho(vector.at("v_opt"), 2.0 * 0.05);
    const double value =
        vector.contains("s")
            ? one_sided_normal_log_mixture(vector.at("s"), vector.at("v"), rho)
            : one_sided_normal_mixture_bound(vector.at("v"), vector.at("alpha"), rho);
    EXPECT_NEAR(value, vector.at("value"), tolerance) << vector;
  }
}

TEST(PolyStitching, AgreesWithPublishedVectors) {
  const auto sequences = oracle("confidence_sequences");
  for (const auto& vector : sequences.at("poly_stitching")) {
    EXPECT_NEAR(poly_stitching_bound(vector.at("v"), vector.at("alpha"), vector.at("v_min"),
                                     vector.at("c")),
                vector.at("value"), sequences.at("tol_abs").get<double>())
        << vector;
  }
}

// The averages by the midpoint rule over x.
TEST(NormalMixture, IsTheAverageThatItSays) {
  const double s = 7.0, v = 40.0, rho = 12.0;
  double both = 0.0;
  double above = 0.0;
  constexpr double kStep = 1e-4;
  for (double x = -5.0 + kStep / 2; x < 5.0; x += kStep) {
    const double density = std::sqrt(rho / (2.0 * M_PI)) * std::exp(-rho * x * x / 2.0);
    const double term = density * std::exp(x * s - x * x * v / 2.0) * kStep;
    both += term;
    if (x > 0.0) above += 2.0 * term;
  }
  EXPECT_NEAR(normal_log_mixture(s, v, rho), std::log(both), 1e-8);
  EXPECT_NEAR(one_sided_normal_log_mixture(s, v, rho), std::log(above), 1e-8);
}

TEST(NormalMixture, BoundsAreWhereTheAverageReachesItsThreshold) {
  for (const double v : {0.0, 1.0, 1e4}) {
    const double bound = normal_mixture_bound(v, 0.02, 30.0);
    EXPECT_NEAR(normal_log_mixture(bound, v, 30.0), std::log(50.0), 1e-10);
    const double one_sided = one_sided_normal_mixture_bound(v, 0.02, 30.0);
    EXPECT_NEAR(one_sided_normal_log_mixture(one_sided, v, 30.0), std::log(50.0), 1e-10);
    EXPECT_LT(one_sided, bound);
  }
}

TEST(NormalMixture, IsShortestWhereItWasTuned) {
  const double tuned = normal_mixture_bound(100.0, 0.05, normal_mixture_rho(100.0, 0.05));
  for (const double other : {20.0, 50.0, 200.0, 500.0}) {
    EXPECT_GT(normal_mixture_bound(100.0, 0.05, normal_mixture_rho(other, 0.05)), tuned);
  }
}

TEST(HoeffdingSequence, IsTheBoundAboutTheMean) {
  const double rho = normal_mixture_rho(250.0, 0.05);
  const Interval interval = hoeffding_sequence(300, 500, 1000);
  const double half = normal_mixture_bound(125.0, 0.05, rho) / 500.0;
  EXPECT_NEAR(interval.low, 0.6 - half, 1e-15);
  EXPECT_NEAR(interval.high, 0.6 + half, 1e-15);
  EXPECT_EQ(hoeffding_sequence(0, 0, 1000).low, 0.0);
  EXPECT_EQ(hoeffding_sequence(1, 1, 1000).high, 1.0);
}

TEST(EmpiricalBernsteinSequence, FollowsTheVariance) {
  EmpiricalBernsteinSequence constant;
  EmpiricalBernsteinSequence coin;
  Random random(3);
  EXPECT_EQ(constant.interval().low, 0.0);
  EXPECT_EQ(constant.interval().high, 1.0);
  for (int i = 0; i < 5000; ++i) {
    constant.add(0.4);
    coin.add(random.below(2));
  }
  const Interval narrow = constant.interval();
  const Interval wide = coin.interval();
  EXPECT_TRUE(narrow.contains(0.4));
  EXPECT_TRUE(wide.contains(0.5));
  EXPECT_LT(narrow.high - narrow.low, (wide.high - wide.low) / 3.0);
  // One value before the mean is known has a variance of (0.4 - 0.5)^2; the rest have none.
  const double half = poly_stitching_bound(0.01, 0.025, 10.0, 1.0) / 5000.0;
  EXPECT_NEAR(narrow.high, 0.4 + half, 1e-12);
}

TEST(ConfidenceSequences, RefuseWhatCannotBe) {
  EXPECT_THROW(normal_mixture_rho(0, 0.05), std::invalid_argument);
  EXPECT_THROW(normal_mixture_rho(1, 1.0), std::invalid_argument);
  EXPECT_THROW(normal_log_mixture(NAN, 1, 1), std::invalid_argument);
  EXPECT_THROW(normal_mixture_bound(-1, 0.05, 1), std::invalid_argument);
  EXPECT_THROW(normal_mixture_bound(1, 0.05, 0), std::invalid_argument);
  EXPECT_THROW(one_sided_normal_mixture_bound(1, 0.0, 1), std::invalid_argument);
  EXPECT_THROW(poly_stitching_bound(1, 0.05, 0, 1), std::invalid_argument);
  EXPECT_THROW(hoeffding_sequence(11, 10, 100), std::invalid_argument);
  EXPECT_THROW(hoeffding_sequence(1, 10, 0), std::invalid_argument);
  EXPECT_THROW(EmpiricalBernsteinSequence(0.0), std::invalid_argument);
  EXPECT_THROW(EmpiricalBernsteinSequence(0.05, 0.0), std::invalid_argument);
  EmpiricalBernsteinSequence sequence;
  EXPECT_THROW(sequence.add(1.1), std::invalid_argument);
  EXPECT_THROW(sequence.add(NAN), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
