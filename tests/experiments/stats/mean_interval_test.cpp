#include "experiments/stats/mean_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace tavlab {
namespace {

RunningMean sample_of(std::initializer_list<double> values) {
  RunningMean sample;
  for (const double value : values) sample.add(value);
  return sample;
}

// Student's hours of sleep, R's data set `sleep`, and what R's t.test prints of it.
const RunningMean kDrug1 = sample_of({0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0});
const RunningMean kDrug2 = sample_of({1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});

TEST(MeanInterval, AgreesWithR) {
  const Interval one = mean_interval(kDrug1);
  EXPECT_NEAR(one.low, -0.5297804, 5e-8);
  EXPECT_NEAR(one.high, 2.0297804, 5e-8);
  const Interval two = mean_interval(kDrug2);
  EXPECT_NEAR(two.low, 0.8976775, 5e-8);
  EXPECT_NEAR(two.high, 3.7623225, 5e-8);
}

TEST(WelchInterval, AgreesWithR) {
  const Interval difference = welch_interval(kDrug1, kDrug2);
  EXPECT_NEAR(difference.low, -3.3654832, 5e-8);
  EXPECT_NEAR(difference.high, 0.2054832, 5e-8);
  const Interval turned = welch_interval(kDrug2, kDrug1);
  EXPECT_DOUBLE_EQ(turned.low, -difference.high);
  EXPECT_DOUBLE_EQ(turned.high, -difference.low);
}

TEST(MeanInterval, KnowsNothingOfTooFewAndWidensWithConfidence) {
  EXPECT_EQ(mean_interval(sample_of({1.0})).low, -INFINITY);
  EXPECT_EQ(welch_interval(kDrug1, sample_of({1.0})).high, INFINITY);
  EXPECT_LT(mean_interval(kDrug1, 0.99).low, mean_interval(kDrug1, 0.9).low);
  const Interval constant = mean_interval(sample_of({2.0, 2.0, 2.0}));
  EXPECT_EQ(constant.low, 2.0);
  EXPECT_EQ(constant.high, 2.0);
}

TEST(MeanInterval, RefusesWhatCannotBe) {
  EXPECT_THROW(mean_interval(kDrug1, 0.0), std::invalid_argument);
  EXPECT_THROW(mean_interval(kDrug1, 1.0), std::invalid_argument);
  EXPECT_THROW(welch_interval(kDrug1, kDrug2, NAN), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
