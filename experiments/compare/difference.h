#pragma once

#include <string_view>
#include <vector>

#include "experiments/stats/describe.h"
#include "experiments/stats/interval.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The difference between the means of a measure in two cells, for numbers of games fixed in
/// advance.
struct Difference {
  std::string_view measure;
  RunningMean first;
  RunningMean second;
  double value = 0.0;  ///< second mean minus first
  /// At the requested confidence: Welch's, and for events (draws) and scores Newcombe's hybrid
  /// score interval, which does not collapse when all games end alike; with draws among the scores
  /// it is too wide.
  Interval interval;
  /// Two-sided, for no difference: the normal approximation with pooled variances for events and
  /// scores (as if without draws) and separate ones for others; 1 if either cell has fewer than 30
  /// values.
  double p_value = 1.0;
};

/// Of one measure, by its name. With fewer than two values in either cell the interval is, except
/// for events and scores, the whole line.
Difference difference(const CellSummary& first, const CellSummary& second, std::string_view measure,
                      double confidence = 0.95);

/// Of every measure that both cells have.
std::vector<Difference> differences(const CellSummary& first, const CellSummary& second);

}  // namespace tavlab
