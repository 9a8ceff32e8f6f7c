#pragma once

#include <span>
#include <vector>

namespace tavlab {

/// Adjusted p-values of several tests, in the given order: a result is significant at level alpha
/// if its adjusted value is at most alpha.
///
/// Holm 1979 (Scandinavian Journal of Statistics 6, 65-70): the largest of (m - j + 1) p_(j) over j
/// up to the rank of the test. The family-wise error rate is at most alpha under any dependence, as
/// with Bonferroni's m p, but with more power.
///
/// Throws std::invalid_argument where a p-value is outside [0, 1].
std::vector<double> holm(std::span<const double> p);

}  // namespace tavlab
