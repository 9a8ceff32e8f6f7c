#include "experiments/stats/describe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace tavlab {
namespace {

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
