#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "experiments/stats/describe.h"
#include "experiments/stats/interval.h"

namespace tavlab {
namespace {

TEST(Wilson, AgreesWithPublishedAndComputedVectors) {
  std::ifstream file(TAVLAB_TEST_DATA "/binomial_intervals.json");
  const auto vectors = nlohmann::json::parse(file).at("wilson_95");
  ASSERT_GE(vectors.size(), 9U);
  for (const auto& vector : vectors) {
    const Interval interval = wilson_interval(vector.at("successes"), vector.at("trials"));
    EXPECT_NEAR(interval.low, vector.at("digits").at(0), 5e-9) << vector;
    EXPECT_NEAR(interval.high, vector.at("digits").at(1), 5e-9) << vector;
    if (vector.at("published").is_null()) continue;
    EXPECT_NEAR(interval.low, vector.at("published").at(0), 5.1e-5) << vector;
    EXPECT_NEAR(interval.high, vector.at("published").at(1), 5.1e-5) << vector;
  }
}

TEST(Wilson, KnowsNothingWithoutTrialsAndIsSymmetric) {
  const Interval nothing = wilson_interval(0, 0);
  EXPECT_EQ(nothing.low, 0.0);
  EXPECT_EQ(nothing.high, 1.0);
  const Interval low = wilson_interval(30, 100);
  const Interval high = wilson_interval(70, 100);
  EXPECT_NEAR(low.low, 1.0 - high.high, 1e-15);
  EXPECT_NEAR(low.high, 1.0 - high.low, 1e-15);
  EXPECT_EQ(wilson_interval(0, 10).low, 0.0);
  EXPECT_EQ(wilson_interval(10, 10).high, 1.0);
}

TEST(Wilson, RefusesWhatCannotBe) {
  EXPECT_THROW(wilson_interval(-1, 10), std::invalid_argument);
  EXPECT_THROW(wilson_interval(11, 10), std::invalid_argument);
  EXPECT_THROW(wilson_interval(NAN, 10), std::invalid_argument);
  EXPECT_THROW(wilson_interval(1, NAN), std::invalid_argument);
}

TEST(Score, CountsDrawsHalf) {
  const ScoreEstimate estimate = estimate_score(40, 20, 40);
  EXPECT_EQ(estimate.games, 100U);
  EXPECT_DOUBLE_EQ(estimate.mean, 0.5);
  const Interval wins = wilson_interval(50, 100);
  EXPECT_DOUBLE_EQ(estimate.interval.low, wins.low);
  EXPECT_DOUBLE_EQ(estimate.interval.high, wins.high);
  EXPECT_TRUE(std::isnan(estimate_score(0, 0, 0).mean));
}

TEST(RunningMean, AgreesWithTheDefinitions) {
  RunningMean mean;
  EXPECT_TRUE(std::isnan(mean.mean()));
  mean.add(2);
  EXPECT_TRUE(std::isnan(mean.standard_error()));
  for (const double value : {4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  EXPECT_DOUBLE_EQ(mean.mean(), 5.0);
  EXPECT_NEAR(mean.variance(), 32.0 / 7.0, 1e-12);
  EXPECT_NEAR(mean.standard_error(), std::sqrt(32.0 / 7.0 / 8.0), 1e-12);
}

TEST(RunningMean, KeepsItsDigitsFarFromZero) {
  RunningMean mean;
  for (const double value : {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}) mean.add(value);
  EXPECT_NEAR(mean.variance(), 30.0, 1e-9);
}

TEST(Quantile, IsDefinitionSevenOfHyndmanAndFan) {
  // R: quantile(c(1, 2, 3, 4, 10), c(.05, .25, .5, .75, .95))
  const std::vector<double> sample = {1, 2, 3, 4, 10};
  EXPECT_DOUBLE_EQ(quantile(sample, 0.05), 1.2);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.25), 2.0);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.5), 3.0);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.75), 4.0);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.95), 8.8);
  EXPECT_DOUBLE_EQ(quantile(sample, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(quantile(sample, 1.0), 10.0);
  const std::vector<double> one = {5};
  EXPECT_DOUBLE_EQ(quantile(one, 0.95), 5.0);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
  EXPECT_THROW(quantile(one, 1.5), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
