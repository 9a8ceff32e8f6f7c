#include "experiments/stats/isotonic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/random.h"

namespace tavlab {
namespace {

using Values = std::vector<double>;

TEST(IsotonicRegression, PoolsWhatFalls) {
  EXPECT_EQ(isotonic_regression(Values{1, 3, 2, 4}, Values{1, 1, 1, 1}), (Values{1, 2.5, 2.5, 4}));
  EXPECT_EQ(isotonic_regression(Values{1, 3, 2, 4}, Values{1, 1, 3, 1}),
            (Values{1, 2.25, 2.25, 4}));
  EXPECT_EQ(isotonic_regression(Values{3, 2, 1}, Values{1, 1, 1}), (Values{2, 2, 2}));
  EXPECT_TRUE(isotonic_regression({}, {}).empty());
}

// The min-max formula of Barlow, Bartholomew, Bremner and Brunk 1972: the fit at i is the greatest,
// over starts up to i, of the smallest, over ends from i on, of the means between.
TEST(IsotonicRegression, AgreesWithTheMinMaxFormula) {
  Random random(7);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const std::size_t n = 1 + random.below(8);
    Values values(n);
    Values weights(n);
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = random.uniform();
      weights[i] = 0.1 + random.uniform();
    }
    const Values fitted = isotonic_regression(values, weights);
    for (std::size_t i = 0; i < n; ++i) {
      double greatest = -INFINITY;
      for (std::size_t from = 0; from <= i; ++from) {
        double smallest = INFINITY;
        double sum = 0.0;
        double weight = 0.0;
        for (std::size_t to = from; to < n; ++to) {
          sum += weights[to] * values[to];
          weight += weights[to];
          if (to >= i) smallest = std::min(smallest, sum / weight);
        }
        greatest = std::max(greatest, smallest);
      }
      EXPECT_NEAR(fitted[i], greatest, 1e-12);
    }
  }
}

TEST(IsotonicRegression, RefusesWhatCannotBe) {
  EXPECT_THROW(isotonic_regression(Values{1, 2}, Values{1}), std::invalid_argument);
  EXPECT_THROW(isotonic_regression(Values{1}, Values{0}), std::invalid_argument);
  EXPECT_THROW(isotonic_regression(Values{NAN}, Values{1}), std::invalid_argument);
}

TEST(IsotonicCrossing, LiesBetweenBelowAndAbove) {
  const Values parameters = {10, 20, 30, 40};
  const auto crossing = [&](const Values& fitted) { return isotonic_crossing(parameters, fitted); };
  EXPECT_EQ(crossing({0.1, 0.4, 0.6, 0.9}).low, 20);
  EXPECT_EQ(crossing({0.1, 0.4, 0.6, 0.9}).high, 30);
  EXPECT_EQ(crossing({0.1, 0.5, 0.5, 0.9}).low, 20);
  EXPECT_EQ(crossing({0.1, 0.5, 0.5, 0.9}).high, 30);
  EXPECT_EQ(crossing({0.1, 0.2, 0.3, 0.4}).low, 40);
  EXPECT_EQ(crossing({0.1, 0.2, 0.3, 0.4}).high, INFINITY);
  EXPECT_EQ(crossing({0.6, 0.7, 0.8, 0.9}).low, -INFINITY);
  EXPECT_EQ(crossing({0.6, 0.7, 0.8, 0.9}).high, 10);
}

TEST(IsotonicCrossing, RefusesWhatCannotBe) {
  EXPECT_THROW(isotonic_crossing(Values{1, 2}, Values{0.1}), std::invalid_argument);
  EXPECT_THROW(isotonic_crossing({}, {}), std::invalid_argument);
  EXPECT_THROW(isotonic_crossing(Values{1, 1}, Values{0.1, 0.2}), std::invalid_argument);
  EXPECT_THROW(isotonic_crossing(Values{1, 2}, Values{0.2, 0.1}), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
