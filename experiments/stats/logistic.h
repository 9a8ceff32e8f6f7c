#pragma once

#include <span>

#include "experiments/stats/interval.h"

namespace tavlab {

/// The games at one value of a parameter of the rules (a limit on moves, say).
struct ScoreAt {
  double parameter = 0.0;
  double points = 0.0;  ///< of one side: wins + draws / 2
  double games = 0.0;
};

/// Logistic regression of the score on the parameter,
///
///   logit E(score) = intercept + slope x parameter,
///
/// by maximum likelihood (Cox 1958, Journal of the Royal Statistical Society B 20, 215-242). In
/// logits, and logits per unit of the parameter.
struct LogisticFit {
  double intercept = 0.0;
  double slope = 0.0;
  double log_likelihood = 0.0;  ///< without binomial coefficients

  /// The parameter at which the expected score is 1/2, -intercept / slope: the balance point. Not
  /// finite for a slope of 0.
  [[nodiscard]] double balance_point() const;
};

/// Throws std::invalid_argument unless 0 <= points <= games at finite parameters, with games at two
/// of them or more, and if no finite maximum exists: some parameter separates all points won from
/// all lost (then isotonic_crossing in isotonic.h finds where).
LogisticFit fit_logistic(std::span<const ScoreAt> scores);

/// Pearson's test of the fit (Pearson 1900, Philosophical Magazine 50, 157-175): the p-value of the
/// sum of (points - expected)^2 / (games p (1 - p)) as chi-square with two degrees of freedom fewer
/// than parameters; 1 for two parameters, which every line fits. Draws vary less than wins and
/// losses, so with draws it rejects too rarely. Throws std::invalid_argument for fewer than two.
double lack_of_fit_p_value(const LogisticFit& fit, std::span<const ScoreAt> scores);

/// An interval for the balance point, for numbers of games fixed in advance, by profile likelihood:
/// all points x at which twice the loss of log-likelihood under the constraint intercept = -slope x
/// is at most the quantile of chi-square with one degree of freedom. Draws vary less than wins and
/// losses, so with draws it is too wide. An unbounded interval is returned as the whole line: if
/// the slope may be 0, the data exclude no distant point. Throws std::invalid_argument as
/// fit_logistic does, and unless 0 < confidence < 1.
Interval balance_profile_interval(std::span<const ScoreAt> scores, double confidence = 0.95);

}  // namespace tavlab
