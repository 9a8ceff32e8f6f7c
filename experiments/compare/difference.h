#pragma once

#include <string_view>
#include <vector>

#include "experiments/stats/describe.h"
#include "experiments/stats/interval.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// How far the means of a measure lie apart in two cells, for numbers of games fixed beforehand.
struct Difference {
  std::string_view measure;
  RunningMean first;
  RunningMean second;
  double value = 0.0;  ///< second mean less first
  /// Of the confidence asked for: Welch's, and for events (draws) and scores Newcombe's hybrid
  /// score interval, which knows that games that all ended alike say little; with draws among the
  /// scores it is too wide.
  Interval interval;
  /// Two-sided, of no difference: the normal approximation with the variances pooled for events and
  /// scores (as if without draws) and apart for others; 1 where either cell has the measure fewer
  /// than 30 times.
  double p_value = 1.0;
};

/// Of one measure, by its name. A measure that either cell has less than twice gives, but for
/// events and scores, the whole line.
Difference difference(const CellSummary& first, const CellSummary& second, std::string_view measure,
                      double confidence = 0.95);

/// Of every measure that both cells have.
std::vector<Difference> differences(const CellSummary& first, const CellSummary& second);

}  // namespace tavlab
