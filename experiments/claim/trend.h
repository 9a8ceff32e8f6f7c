#pragma once

#include <cstddef>
#include <vector>

#include "experiments/claim/monitor.h"

namespace tavlab {

/// How a hypothesis changes with the strength of the agents.
struct Trend {
  enum class Direction : std::uint8_t { open, rises, falls };

  std::size_t hypothesis = 0;
  Direction direction = Direction::open;
  double change = 0.0;  ///< of the mean, from the weakest to the strongest agents
  double slope = 0.0;   ///< for each step of the ladder, on average
  /// Of the slope: its probability of ever excluding the truth is at most about alpha, shared by
  /// the claim's hypotheses (stats/normal_mixture.h). A direction is told where it excludes 0.
  Interval interval = kWholeLine;
};

/// By weighted least squares over the strengths, each weighted by the inverse variance of its mean:
/// slope = sum w (x - X) y / S with S = sum w (x - X)^2 and X the weighted mean of x = 0, 1, 2,
/// ...; its variance is 1 / S. One trend for each hypothesis that games test at two strengths or
/// more.
std::vector<Trend> trends_of(const Claim& claim, const ClaimMonitor& monitor);

}  // namespace tavlab
