#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/result_counts.h"

namespace tavlab {

/// Games of one pairing: `first` plays the first side, and the results are seen from there. Players
/// and variants are numbered from 0.
struct Pairing {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t variant = 0;
  ResultCounts results;  ///< those without a result do not count
};

/// Options of the model of Bradley and Terry 1952 (Biometrika 39, 324-345), besides a rating for
/// every player. A draw is half a win and half a loss.
struct BradleyTerryModel {
  /// An advantage of the first side for every variant (home advantage, Agresti 2002, Categorical
  /// Data Analysis, section 10.6).
  bool advantage = true;
  /// Two ratings for every player, one for each side it plays.
  bool rating_per_side = false;
  /// A weak prior: this many additional virtual games of every parameter against an opponent at 0
  /// (an average one, no advantage), half of them won and half lost. 0: plain maximum likelihood.
  double prior_games = 0.0;
};

/// A parameter in logits; times kEloPerLogit (elo.h) it is in Elo.
struct LogitEstimate {
  double value = 0.0;
  double standard_error = 0.0;
};

/// The most probable parameters, with
///
///   logit P(i on the first side beats j) = first_i - second_j + advantage_v
///
/// Standard errors come from the inverse of the information, the negative Hessian of the
/// log-likelihood (with its prior).
///
/// Only differences between ratings matter. Without a prior the ratings of a side have mean 0 (of
/// both sides together, if they are rated separately and there is no advantage); with one they are
/// relative to the prior's average opponent.
class BradleyTerryFit {
 public:
  std::vector<LogitEstimate> first;   ///< by player, on the first side
  std::vector<LogitEstimate> second;  ///< on the second; the same as first, unless rated separately
  std::vector<LogitEstimate> advantage;  ///< by variant; empty if the model has none
  double log_likelihood = 0.0;           ///< without binomial coefficients, and without the prior
  std::size_t free_parameters = 0;

  /// The rating of one player minus that of another, on the first side; its error accounts for the
  /// covariance of the two. Throws std::out_of_range for an unknown player.
  [[nodiscard]] LogitEstimate first_difference(std::size_t player, std::size_t other) const;

  /// The rating of a player on the first side relative to the mean of the players from `begin` to
  /// before `end`, of whom it is one. Its error is computed from those of the differences, because
  /// with a weak prior the common level of all ratings is uncertain and meaningless:
  /// Var(x_i - mean) = sum_j Var(x_i - x_j) / n - sum_jk Var(x_j - x_k) / (2 n^2). Throws
  /// std::out_of_range for an unknown player.
  [[nodiscard]] LogitEstimate first_from_mean(std::size_t player, std::size_t begin,
                                              std::size_t end) const;

 private:
  friend BradleyTerryFit fit_bradley_terry(std::span<const Pairing> games,
                                           const BradleyTerryModel& model,
                                           const std::function<void()>& between_steps);

  [[nodiscard]] double difference_error(std::size_t parameter, std::size_t other) const;

  std::size_t parameters_ = 0;
  std::vector<double> covariance_;  // of all parameters, row by row
};

/// Maximum likelihood by Newton's method. Players and variants are those up to the highest numbers
/// that occur.
///
/// Throws std::invalid_argument for no games, for a player paired with itself, and if no unique
/// finite maximum exists: players that are not connected by games, a player or a side that won all
/// or lost all. With a prior it always exists. Throws what `between_steps`, called between the
/// steps of the method, throws.
BradleyTerryFit fit_bradley_terry(std::span<const Pairing> games, const BradleyTerryModel& model,
                                  const std::function<void()>& between_steps = {});

/// The likelihood-ratio test of one model within another (Wilks 1938, Annals of Mathematical
/// Statistics 9, 60-62).
struct LikelihoodRatioTest {
  double statistic = 0.0;  ///< twice the difference of the log-likelihoods
  std::size_t degrees = 0;
  double p_value = 1.0;  ///< upper tail of chi-square
};

/// `wide` is fitted to the same games as `narrow` and contains it, both without a prior. Throws
/// std::invalid_argument unless wide has more free parameters.
LikelihoodRatioTest likelihood_ratio_test(const BradleyTerryFit& narrow,
                                          const BradleyTerryFit& wide);

/// Are players equally strong on both sides (first_i = second_i for all i)? Compares the model with
/// one rating per player to that with a rating per side, both with the other options of `model`.
/// Throws std::invalid_argument as fit_bradley_terry does, and for a prior.
LikelihoodRatioTest test_equal_on_both_sides(std::span<const Pairing> games,
                                             const BradleyTerryModel& model);

}  // namespace tavlab
