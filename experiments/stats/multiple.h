#pragma once

#include <span>
#include <vector>

namespace tavlab {

// Several claims at once. Each function returns adjusted p-values in the order given: a claim is
// accepted at the level alpha where its adjusted value is at most alpha. All throw
// std::invalid_argument where a p-value is outside [0, 1].

/// Bonferroni: m p. The probability of any false claim is at most alpha, whatever the dependence.
std::vector<double> bonferroni(std::span<const double> p);

/// Holm 1979 (Scandinavian Journal of Statistics 6, 65-70): the largest of (m - j + 1) p_(j) over j
/// up to the claim's rank. Guarantees what Bonferroni does and accepts more. For confirmatory
/// claims.
std::vector<double> holm(std::span<const double> p);

/// Benjamini and Hochberg 1995 (Journal of the Royal Statistical Society B 57, 289-300): the
/// smallest of m p_(j) / j over j from the claim's rank on. The expected share of false claims
/// among the accepted is at most alpha where the tests are independent or positively dependent. For
/// screening.
std::vector<double> benjamini_hochberg(std::span<const double> p);

/// Benjamini and Yekutieli 2001 (Annals of Statistics 29, 1165-1188): Benjamini-Hochberg times
/// 1 + 1/2 + ... + 1/m, which holds whatever the dependence.
std::vector<double> benjamini_yekutieli(std::span<const double> p);

/// e-BH (Wang and Ramdas 2022, Journal of the Royal Statistical Society B 84, 822-852), on the
/// natural logarithms of e-values: Benjamini-Hochberg on 1/e. It holds whatever the dependence, and
/// the experiments may have been stopped at any time. Throws std::invalid_argument where a
/// logarithm is not a number.
std::vector<double> e_benjamini_hochberg(std::span<const double> log_e);

}  // namespace tavlab
