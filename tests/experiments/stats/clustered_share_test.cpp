#include "experiments/stats/clustered_share.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace tavlab {
namespace {

/// `count` clusters of `trials` trials each, of which all or none succeed.
std::vector<ClusterCount> unanimous(std::size_t count, std::uint64_t trials,
                                    std::size_t successful) {
  std::vector<ClusterCount> clusters;
  for (std::size_t i = 0; i < count; ++i) {
    clusters.push_back({trials, i < successful ? trials : 0});
  }
  return clusters;
}

void expect_same(const Interval& one, const Interval& other) {
  EXPECT_NEAR(one.low, other.low, 1e-9);
  EXPECT_NEAR(one.high, other.high, 1e-9);
}

TEST(ClusteredShare, OfSingleTrialsIsWilsons) {
  const ShareEstimate share = estimate_clustered_share(unanimous(41, 1, 10));
  EXPECT_DOUBLE_EQ(share.mean, 10.0 / 41.0);
  expect_same(share.interval, wilson_interval(10.0 / 41.0 * 40.0, 40.0));
}

/// Repeated trials say nothing new: n* = (m - 1) (t_{n-1} / t_{m-1})^2, with the quantiles of
/// published tables: t_10 = 2.228139, t_21 = 2.079614.
TEST(ClusteredShare, CountsRepeatedTrialsOnce) {
  const ShareEstimate share = estimate_clustered_share(unanimous(11, 2, 4));
  const double effective = 10.0 * std::pow(2.079614 / 2.228139, 2);
  EXPECT_DOUBLE_EQ(share.mean, 4.0 / 11.0);
  const Interval expected = wilson_interval(4.0 / 11.0 * effective, effective);
  EXPECT_NEAR(share.interval.low, expected.low, 1e-6);
  EXPECT_NEAR(share.interval.high, expected.high, 1e-6);
}

TEST(ClusteredShare, IsNeverNarrowerThanOfIndependentTrials) {
  // Every cluster has the same share: less variance than independent trials have.
  const std::vector<ClusterCount> even(20, ClusterCount{4, 2});
  expect_same(estimate_clustered_share(even).interval, wilson_interval(40.0 / 80.0 * 20.0, 20.0));
  const std::vector<ClusterCount> nearly = {{4, 2}, {4, 2}, {4, 2}, {4, 2}, {4, 3}, {4, 1}};
  expect_same(estimate_clustered_share(nearly).interval, wilson_interval(12.0, 24.0));
}

TEST(ClusteredShare, HasNoMoreTrialsThanClustersWhereNothingVaries) {
  expect_same(estimate_clustered_share(unanimous(6, 5, 6)).interval, wilson_interval(6.0, 6.0));
  expect_same(estimate_clustered_share(unanimous(6, 5, 0)).interval, wilson_interval(0.0, 6.0));
  const std::vector<ClusterCount> one = {{50, 20}};
  EXPECT_DOUBLE_EQ(estimate_clustered_share(one).mean, 0.4);
  expect_same(estimate_clustered_share(one).interval, wilson_interval(0.4, 1.0));
}

TEST(ClusteredShare, OfNothingIsUnknown) {
  for (const ShareEstimate& share : {estimate_share(0.0, 0.0), estimate_clustered_share({}),
                                     estimate_clustered_share(std::vector<ClusterCount>(3))}) {
    EXPECT_TRUE(std::isnan(share.mean));
    expect_same(share.interval, kShare);
  }
  const std::vector<ClusterCount> wrong = {{2, 3}};
  EXPECT_THROW(estimate_clustered_share(wrong), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
