#include "experiments/stats/interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/experiments/stats/oracle.h"

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
  const ScoreEstimate estimate =
      estimate_score({.wins = 40, .draws = 20, .losses = 40, .unfinished = 7});
  EXPECT_EQ(estimate.games, 100U);
  EXPECT_DOUBLE_EQ(estimate.mean, 0.5);
  const Interval wins = wilson_interval(50, 100);
  EXPECT_DOUBLE_EQ(estimate.interval.low, wins.low);
  EXPECT_DOUBLE_EQ(estimate.interval.high, wins.high);
  EXPECT_TRUE(std::isnan(estimate_score({.unfinished = 3}).mean));
}

TEST(Wilson, AgreesWithTheVectorsOfR) {
  for (const auto& vector : oracle("binomial_intervals_95")) {
    const Interval interval = wilson_interval(vector.at("x"), vector.at("n"));
    const auto& digits = vector.at("R_digits").at("wilson");
    EXPECT_NEAR(interval.low, digits.at(0), 6e-9) << vector;
    EXPECT_NEAR(interval.high, digits.at(1), 6e-9) << vector;
    if (!vector.contains("wilson")) continue;
    EXPECT_NEAR(interval.low, vector.at("wilson").at(0), 5.1e-5) << vector;
    EXPECT_NEAR(interval.high, vector.at("wilson").at(1), 5.1e-5) << vector;
  }
}

// Newcombe 1998, Statistics in Medicine 17, 873-890, table II, method 10.
TEST(Newcombe, AgreesWithThePublishedTable) {
  const double table[][6] = {
      {56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090},
      {6, 7, 2, 7, 0.0582, 0.8062},     {5, 56, 0, 29, -0.0381, 0.1926},
      {0, 10, 0, 20, -0.1611, 0.2775},  {0, 10, 0, 10, -0.2775, 0.2775},
      {10, 10, 0, 20, 0.6791, 1.0},     {10, 10, 0, 10, 0.6075, 1.0},
  };
  for (const auto& [x1, n1, x2, n2, low, high] : table) {
    const Interval interval = newcombe_interval(x1, n1, x2, n2);
    EXPECT_NEAR(interval.low, low, 5.1e-5) << x1 << '/' << n1 << " - " << x2 << '/' << n2;
    EXPECT_NEAR(interval.high, high, 5.1e-5) << x1 << '/' << n1 << " - " << x2 << '/' << n2;
  }
}

TEST(Newcombe, TurnsWithItsSamplesAndRefusesWhatCannotBe) {
  const Interval one = newcombe_interval(30.5, 100, 20, 80);
  const Interval other = newcombe_interval(20, 80, 30.5, 100);
  EXPECT_NEAR(one.low, -other.high, 1e-15);
  EXPECT_NEAR(one.high, -other.low, 1e-15);
  EXPECT_EQ(newcombe_interval(0, 0, 20, 80).low, -1.0);
  EXPECT_EQ(newcombe_interval(0, 0, 20, 80).high, 1.0);
  // With a large second sample of known p it is Wilson's, shifted.
  const Interval wilson = wilson_interval(30, 100);
  const Interval known = newcombe_interval(30, 100, 5e11, 1e12);
  EXPECT_NEAR(known.low, wilson.low - 0.5, 1e-6);
  EXPECT_NEAR(known.high, wilson.high - 0.5, 1e-6);
  EXPECT_THROW(newcombe_interval(1, 2, 3, 2), std::invalid_argument);
  EXPECT_THROW(newcombe_interval(-1, 2, 1, 2), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
