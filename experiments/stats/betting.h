#pragma once

#include <span>

#include "experiments/stats/interval.h"

namespace tavlab {

// Tests and confidence sequences for the mean of scores in [0, 1] by betting against a hypothesized
// mean m (Waudby-Smith and Ramdas 2024, Journal of the Royal Statistical Society B 86, 1-27), valid
// under continuous monitoring and optional stopping. For a score x, a bet l multiplies the capital,
// initially 1, by 1 + l (x - m): in expectation by 1, if the mean is m. So the capital reaches
// 1/alpha with a probability of at most alpha (Ville's inequality), and then m is rejected.
//
// The scores are given by their counts: counts[i] observations had the score
// i / (counts.size() - 1), so that {losses, draws, wins} is a match and five counts are pairs of
// games. The capital is the average over fixed bets,
//
//   K+(m) = sum_k w_k prod (1 - u_k + u_k x / m),      l = u / m
//   K-(m) = sum_k w_k prod (1 - u_k + u_k (1 - x) / (1 - m)),  l = -u / (1 - m)
//
// and K = (K+ + K-) / 2. It depends only on the counts, not on their order or on earlier looks, and
// batches of any size may be added. The weights w follow a half-Cauchy density in u with scale 0.1,
// which is nearly optimal for 800 games and loses little elsewhere.
//
// Observations must have the same conditional mean m given the previous ones; they may otherwise be
// dependent. All functions throw std::invalid_argument for fewer than two counts, for counts that
// are negative or not finite, and unless 0 < m < 1 and 0 < alpha < 1.

/// ln K(m), an e-value against mean = m.
double betting_log_e_equal(std::span<const double> counts, double m);

/// The confidence sequence {m : K(m) < 1/alpha} for the mean. An interval, because every factor is
/// log-convex in m, and so are their products and the sums of these.
Interval betting_sequence(std::span<const double> counts, double alpha = 0.05);

}  // namespace tavlab
