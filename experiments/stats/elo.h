#pragma once

#include <numbers>

#include "core/result_counts.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// Elo points per logit, 400 / ln 10: if the expected score is 1 / (1 + e^-x), the rating
/// difference is x times this.
inline constexpr double kEloPerLogit = 400.0 / std::numbers::ln10;

/// Normalized Elo per standard deviation of a game's score, 800 / ln 10.
inline constexpr double kNormalizedEloPerSigma = 800.0 / std::numbers::ln10;

/// The rating difference at which `score` is expected, -400 log10(1 / score - 1) (Elo 1978, The
/// Rating of Chessplayers, in its logistic form); infinite at 0 and 1. Throws std::invalid_argument
/// unless 0 <= score <= 1.
double elo_from_score(double score);

/// The expected score at a rating difference: 1 / (1 + 10^(-elo / 400)).
double score_from_elo(double elo);

/// An estimate with half the width of its 95 % interval.
struct EstimateWithError {
  double value = 0.0;
  double error95 = 0.0;
};

/// The difference between two players, from a match of a size fixed in advance.
///
/// With a_i the score of an observation (a game, or the mean of a pair), p_i its share and N the
/// observations: mu = sum p_i a_i, sigma^2 = sum p_i (a_i - mu)^2, and mu is taken as normal with
/// the standard error sigma / sqrt(N).
///
/// If all observations are equal, sigma is 0: then the errors and normalized Elo are NaN, the Elo
/// interval comes from Wilson's for the score, and the likelihood of superiority takes 1/2 for
/// sigma, its largest possible value. Without observations everything is NaN. Near 0 and 1 and in
/// small samples the normal approximation is poor; wilson_interval is better there.
struct EloEstimate {
  EstimateWithError score;  ///< mu, 1.96 standard errors
  /// From the ends of the score's interval; the error is half the width, and infinite if they reach
  /// 0 or 1.
  EstimateWithError elo;
  Interval elo_interval;
  /// (mu - 1/2) / sigma of a single game, times 800 / ln 10 (Van den Bergh 2020, Normalized Elo).
  /// In pairs the sigma of a game is sqrt(2) times that of a pair's mean. The error treats sigma as
  /// known, as fishtest and fastchess do: 1.96 x 800 / ln 10 / sqrt(games). That is right near a
  /// score of 1/2 and too small far from it (of 95 % intervals at 3/4 only 85 % cover).
  EstimateWithError normalized_elo;
  double superiority = 0.0;  ///< likelihood of superiority, Phi((mu - 1/2) sqrt(N) / sigma)
};

EloEstimate estimate_elo(const ResultCounts& games);
EloEstimate estimate_elo(const PairCounts& pairs);

}  // namespace tavlab
