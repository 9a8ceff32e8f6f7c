#pragma once

#include <cstdint>

#include "core/result_counts.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// In which unit the hypotheses of a test are stated.
enum class EloModel : std::uint8_t {
  logistic,    ///< Elo of the expected score
  normalized,  ///< normalized Elo, see elo.h; what a given number of games can resolve
};

/// The largest hypothesis in normalized Elo, either way.
inline constexpr double kGreatestNormalizedElo = 200.0;

/// Two hypotheses about the strength of one player against another, H0: elo0 and H1: elo1.
struct EloHypotheses {
  EloModel model = EloModel::normalized;
  double elo0 = 0.0;
  double elo1 = 5.0;
};

/// The generalized log-likelihood ratio of H1 to H0, ln sup L(H1) - ln sup L(H0) over all
/// distributions of the points of a pair which meet the hypothesis (Van den Bergh, Generalized
/// sequential probability ratio test for the multinomial, as in fishtest):
///
///   N sum p_i ln(p1_i / p0_i),   p_h the nearest distribution to p in likelihood
///
/// with mean s (logistic) or (mean - 1/2) / sigma = t (normalized; t = sqrt(2) elo ln 10 / 800, as
/// sigma is that of a pair). Counts of 0 are taken as 1e-3.
///
/// Throws std::invalid_argument without pairs, for hypotheses that are not finite, and for
/// normalized Elo outside [-200, 200].
double log_likelihood_ratio(const PairCounts& pairs, const EloHypotheses& hypotheses);

/// Where a sequential test stops (Wald 1945, Annals of Mathematical Statistics 16, 117-186):
/// ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
struct SprtBounds {
  double lower = 0.0;
  double upper = 0.0;
};

/// alpha: the probability of accepting H1 if H0 is true; beta: of accepting H0 if H1 is.
/// Throws std::invalid_argument unless both are in (0, 1) and alpha + beta < 1.
SprtBounds sprt_bounds(double alpha, double beta);

enum class SprtState : std::uint8_t { undecided, accept_h0, accept_h1 };

/// Accepts a hypothesis once the ratio has reached its bound.
SprtState sprt_state(double log_likelihood_ratio, const SprtBounds& bounds);

/// Elo after a sequential test. The raw mean of the games is biased by the stopping rule; this is
/// not.
struct SprtEstimate {
  double elo = 0.0;          ///< median-unbiased
  Interval interval;         ///< at the requested confidence
  double superiority = 0.0;  ///< the probability of a worse outcome at 0 Elo
};

/// Estimates logistic Elo after a sequential test that has stopped or is still running. The
/// log-likelihood ratio is approximated by a Brownian motion: at the true score s, with v the
/// variance of the results and s0, s1 the scores of the hypotheses, its drift is
/// (s - (s0 + s1)/2) (s1 - s0) / v and its variance (s1 - s0)^2 / v per pair. Outcomes are ordered
/// as in Siegmund 1978 (Biometrika 65, 341-349): the earlier a stop at the lower bound the worse,
/// the earlier one at the upper bound the better. The estimate is the Elo at which a worse outcome
/// has probability 1/2, the ends of the interval those at which it has (1 +- confidence)/2. Ends
/// beyond 1000 Elo are infinite.
///
/// Throws std::invalid_argument as log_likelihood_ratio or sprt_bounds do, for elo0 >= elo1, and
/// unless 0 < confidence < 1.
SprtEstimate estimate_after_sprt(const PairCounts& pairs, const EloHypotheses& hypotheses,
                                 const SprtBounds& bounds, double confidence = 0.95);

}  // namespace tavlab
