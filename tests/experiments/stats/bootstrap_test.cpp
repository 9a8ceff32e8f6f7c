#include "experiments/stats/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/random.h"
#include "experiments/stats/describe.h"
#include "experiments/stats/mean_interval.h"

namespace tavlab {
namespace {

double mean_of(std::span<const double> sample) {
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

/// With divisor n.
double variance_of(std::span<const double> sample) {
  RunningMean mean;
  for (const double value : sample) mean.add(value);
  const auto n = static_cast<double>(sample.size());
  return mean.variance() * (n - 1.0) / n;
}

// The spatial test data of Efron and Tibshirani 1993, An Introduction to the Bootstrap, table 14.1,
// and the 90 % intervals of their variance in table 14.2, which have the noise of 2000 resamples.
TEST(Bootstrap, AgreesWithAPublishedExample) {
  const std::vector<double> data = {48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6,
                                    0,  33, 28, 34, 4,  32, 24, 47, 41, 24, 26, 30, 41};
  EXPECT_NEAR(variance_of(data), 171.5, 0.05);
  const BootstrapSettings settings{.resamples = 20000, .seed = 5, .confidence = 0.9};
  const Interval percentile = bootstrap_percentile_interval(data, variance_of, settings);
  EXPECT_NEAR(percentile.low, 100.8, 3.0);
  EXPECT_NEAR(percentile.high, 233.9, 5.0);
  const Interval bca = bootstrap_bca_interval(data, variance_of, settings);
  EXPECT_NEAR(bca.low, 115.8, 4.0);
  EXPECT_NEAR(bca.high, 259.6, 9.0);
}

TEST(Bootstrap, OfAMeanIsNearlyStudents) {
  Random random(11);
  std::vector<double> sample(2000);
  RunningMean mean;
  for (double& value : sample) {
    value = random.uniform();
    mean.add(value);
  }
  const Interval student = mean_interval(mean);
  for (const auto method : {bootstrap_percentile_interval, bootstrap_bca_interval}) {
    const Interval interval = method(sample, mean_of, {.resamples = 10000});
    EXPECT_NEAR(interval.low, student.low, 0.05 * mean.standard_error() * 2);
    EXPECT_NEAR(interval.high, student.high, 0.05 * mean.standard_error() * 2);
  }
}

TEST(Bootstrap, DependsOnItsSeedAndNothingElse) {
  const std::vector<double> sample = {1, 4, 2, 8, 5, 7};
  for (const auto method : {bootstrap_percentile_interval, bootstrap_bca_interval}) {
    const Interval one = method(sample, mean_of, {.resamples = 500, .seed = 3});
    const Interval again = method(sample, mean_of, {.resamples = 500, .seed = 3});
    const Interval other = method(sample, mean_of, {.resamples = 500, .seed = 4});
    EXPECT_EQ(one.low, again.low);
    EXPECT_EQ(one.high, again.high);
    EXPECT_TRUE(one.low != other.low || one.high != other.high);
  }
}

TEST(Bootstrap, OfAConstantIsThatConstant) {
  const std::vector<double> sample(10, 3.0);
  for (const auto method : {bootstrap_percentile_interval, bootstrap_bca_interval}) {
    const Interval interval = method(sample, mean_of, {});
    EXPECT_EQ(interval.low, 3.0);
    EXPECT_EQ(interval.high, 3.0);
  }
}

TEST(Bootstrap, RefusesWhatCannotBe) {
  const std::vector<double> sample = {1, 2, 3};
  for (const auto method : {bootstrap_percentile_interval, bootstrap_bca_interval}) {
    EXPECT_THROW(method({}, mean_of, {}), std::invalid_argument);
    EXPECT_THROW(method(sample, mean_of, {.resamples = 0}), std::invalid_argument);
    EXPECT_THROW(method(sample, mean_of, {.confidence = 1.0}), std::invalid_argument);
  }
  EXPECT_THROW(bootstrap_bca_interval(std::vector<double>{1}, mean_of), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
