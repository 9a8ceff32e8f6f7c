#pragma once

#include <cstdint>
#include <span>

#include "experiments/stats/interval.h"

namespace tavlab {

/// Trials that belong together, such as the positions of one game.
struct ClusterCount {
  std::uint64_t trials = 0;
  std::uint64_t successes = 0;
};

/// A share with its 95 % interval; without trials NaN and [0, 1].
struct ShareEstimate {
  double mean = 0.0;
  Interval interval;
};

/// From independent trials: Wilson's interval. `successes` may be fractional, as there. Throws
/// std::invalid_argument unless 0 <= successes <= trials.
ShareEstimate estimate_share(double successes, double trials);

/// From clusters that are independent of each other, while trials of one cluster resemble each
/// other: Wilson's interval with an effective number of trials n*,
///
///   n* = p (1-p) / v (t_{n-1} / t_{m-1})^2,   v = m/(m-1) sum_i (x_i - p n_i)^2 / n^2,
///
/// x_i successes in n_i trials of m clusters, n trials in all, p the share in all, t the 0.975
/// quantile of Student's distribution. The factor of t counts that v is itself estimated, from m
/// clusters (Korn and Graubard 1998, Survey Methodology 24, 193-201, with Wilson's interval in
/// place of the exact one, as in Franco, Little, Louis and Slud 2019, Journal of Survey Statistics
/// and Methodology 7, 334-364). n* is at most n; it is m where v says nothing, that is if all
/// trials or none succeeded, and 1 if there is one cluster. With one trial in each cluster n* is n
/// - 1.
///
/// For samples whose size was fixed in advance. Clusters without trials do not count. Throws
/// std::invalid_argument if a cluster has more successes than trials.
ShareEstimate estimate_clustered_share(std::span<const ClusterCount> clusters);

}  // namespace tavlab
