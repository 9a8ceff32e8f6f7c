#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/stats/interval.h"
#include "experiments/summary/summary.h"

namespace tavlab {

// What figures and tables about a score against a parameter have in common.

/// A setting that is a whole number.
std::optional<std::int64_t> as_number(const std::string& text);

/// A cell's setting of a key, or null.
const std::string* setting(const StoredCell& cell, const std::string& key);

/// The other things that tell a cell from its neighbours along the curve.
std::string curve_context(const StoredCell& cell, const std::string& key);

/// Parameters that take at least two numbers in the design, in their order.
std::vector<std::string> numeric_keys(const Summary& summary);

/// Where a game becomes even as a number of its rules changes: the fair bid.
struct BalancePoint {
  std::string agents;
  std::string context;  ///< see curve_context
  Interval played;      ///< the least and the largest value that was played
  /// Of the values to which a logistic curve was fitted: all, or those nearest to where the scores
  /// pass one half, if one does not fit them all.
  Interval fitted;
  double point = 0.0;  ///< by logistic regression of the score on the number
  Interval interval;   ///< of 95 % by profile likelihood; unbounded where the score hardly changes
  /// Between which of the values played the score passes one half, without a shape assumed:
  /// infinite on a side on which it never does.
  Interval between;

  [[nodiscard]] bool within_played() const { return point >= played.low && point <= played.high; }
};

/// For each curve of at least three numbers that has finished games at all of them; without those
/// whose scores leave no finite fit.
std::vector<BalancePoint> balance_points(const Summary& summary, const std::string& key);

/// "14.2 [13.1, 15.4], between 13 and 15"; "none from 9 to 21" where it lies outside what was
/// played, so that it would be a guess.
std::string balance_point_text(const BalancePoint& point);

}  // namespace tavlab
