#pragma once

#include <cstdint>

namespace tavlab {

/// How the value of a search becomes the expected score of games: the logistic function of a line
/// in the value's logit (Platt 1999). Searches are often overconfident, and learned evaluations
/// that grew up with games at odds take one side's odds for granted.
struct ValueLine {
  double slope = 1, offset = 0;

  /// The first player's expected score for the value of a search, both in [0, 1]; increases with
  /// it. The default line changes nothing.
  [[nodiscard]] double of(double value) const;
  bool operator==(const ValueLine&) const = default;
};

/// The logit of a value, limited to where it carries information.
double limited_logit(double value);

/// The line of nn/evaluations/values.json for an evaluation, by the hash_text of its file, under
/// the rules with this hash; the default line if it has not been measured.
ValueLine measured_value_line(std::uint64_t evaluation, std::uint64_t rules);

/// Whether any evaluation has been measured under the rules with this hash.
bool has_measured_values(std::uint64_t rules);

}  // namespace tavlab
