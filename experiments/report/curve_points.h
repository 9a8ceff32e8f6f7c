#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/stats/interval.h"
#include "experiments/summary/summary.h"

namespace tavlab {

// Common parts of figures and tables of a score against a parameter.

/// A setting as an integer; empty if it is not one.
std::optional<std::int64_t> as_number(const std::string& text);

/// A cell's setting of a key, or null.
const std::string* setting(const StoredCell& cell, const std::string& key);

/// What distinguishes a cell's curve from others: its other settings.
std::string curve_context(const StoredCell& cell, const std::string& key);

/// Parameters with at least two numeric values in the design, in the design's order.
std::vector<std::string> numeric_keys(const Summary& summary);

/// The value of a numeric parameter at which the game is even: the fair bid.
struct BalancePoint {
  std::string agents;
  std::string context;  ///< see curve_context
  Interval played;      ///< the range of values played
  /// The range of values to which a logistic curve was fitted: all, or those around the crossing of
  /// one half if the curve does not fit all.
  Interval fitted;
  double point = 0.0;  ///< by logistic regression of the score on the number
  Interval interval;   ///< 95 %, by profile likelihood; unbounded if the score hardly changes
  /// The values played between which the score crosses one half, without assuming a shape; infinite
  /// on a side where it never does.
  Interval between;

  [[nodiscard]] bool within_played() const { return point >= played.low && point <= played.high; }
};

/// The balance point of each curve with at least three numbers and finished games at all of them;
/// omits those without a finite fit.
std::vector<BalancePoint> balance_points(const Summary& summary, const std::string& key);

/// "14.2 [13.1, 15.4], between 13 and 15"; "none from 9 to 21" if it is outside the values played,
/// where it would be a guess.
std::string balance_point_text(const BalancePoint& point);

}  // namespace tavlab
