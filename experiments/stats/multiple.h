#pragma once

#include <span>
#include <vector>

namespace tavlab {

/// Adjusted p-values of several claims at once, in the order given: a claim is accepted at the
/// level alpha where its adjusted value is at most alpha.
///
/// Holm 1979 (Scandinavian Journal of Statistics 6, 65-70): the largest of (m - j + 1) p_(j) over j
/// up to the claim's rank. The probability of any false claim is at most alpha, whatever the
/// dependence, as with Bonferroni's m p, and more is accepted.
///
/// Throws std::invalid_argument where a p-value is outside [0, 1].
std::vector<double> holm(std::span<const double> p);

}  // namespace tavlab
