#pragma once

#include <cstdint>

#include "experiments/stats/interval.h"

namespace tavlab {

// Tests of a probability that may be looked at after every game and stopped at any time. An
// e-process E_n is not negative and has an expectation of at most 1 at any stopping time while the
// null hypothesis holds; so it reaches 1/alpha with a probability of at most alpha (Ville 1939,
// Etude critique de la notion de collectif). E-values of independent experiments multiply.
//
// Results are 0 or 1. A draw may count 1/2: with q/p0 for a point and (1-q)/(1-p0) for a point
// lost, a score x multiplies by (q/p0)^x ((1-q)/(1-p0))^(1-x), which is at most x q/p0 + (1-x)
// (1-q)/(1-p0) and so has an expectation of at most 1 at a mean of p0. Everything here then holds
// for the mean score, conservatively; betting.h is sharper where there are many draws.

/// The weights Beta(a, b) of the alternatives q over which the likelihood ratio is averaged. The
/// e-process grows fastest where they are dense. Beta(1, 1) is the uniform one; Beta(50, 50) looks
/// for small deviations from 1/2.
struct BetaWeights {
  double a = 1.0;
  double b = 1.0;
};

/// Weights with mean p0 with which the confidence sequence is shortest about so many games (Howard,
/// Ramdas, McAuliffe, Sekhon 2021, Annals of Statistics 49, 1055-1080): Beta(k p0, k (1 - p0)), k =
/// games / (2 ln(1/alpha) + ln(1 + 2 ln(1/alpha))) - 1, at least 1/1000. Throws
/// std::invalid_argument unless 0 < p0 < 1, games > 0 and 0 < alpha < 1.
BetaWeights centred_weights(double p0, double games, double alpha = 0.05);

// Natural logarithms of e-values after `successes` in `trials`. All three throw
// std::invalid_argument unless 0 <= successes <= trials, 0 <= p0 <= 1 (0 < p0 < 1 for the
// one-sided) and the weights are positive.

/// Against p = p0: the likelihood of q, averaged over the weights, to that of p0 (Ville; Robbins
/// 1970, Annals of Mathematical Statistics 41, 1397-1409):
///
///   E_n = B(a + x, b + n - x) / B(a, b) / (p0^x (1 - p0)^(n - x))
double log_e_equal(double successes, double trials, double p0, const BetaWeights& weights = {});

/// Against p <= p0: the same over the weights above p0 only. For q > p0 a success multiplies by
/// q/p0 > 1 and a failure by (1-q)/(1-p0) < 1; so the expected factor rises with p, and is 1 at p0
/// and at most 1 below.
double log_e_at_most(double successes, double trials, double p0, const BetaWeights& weights = {});

/// Against p >= p0: the same over the weights below p0 only.
double log_e_at_least(double successes, double trials, double p0, const BetaWeights& weights = {});

/// The confidence sequence {p0 : E_n(p0) < 1/alpha} after `successes` in `trials`: the true p is
/// outside at any time whatever with a probability of at most alpha. An interval, because log E_n
/// is convex in p0. Throws std::invalid_argument unless 0 <= successes <= trials and 0 < alpha < 1.
Interval bernoulli_sequence(double successes, double trials, double alpha = 0.05,
                            const BetaWeights& weights = {});

/// The same with weights of each p0's own, centred_weights(p0, games, alpha): short about so many
/// games wherever p is. With whole numbers log E_n is convex here too, being a sum of
/// ln(k + i / p0), ln(k + j / (1 - p0)) and constants. Throws std::invalid_argument unless games >
/// 0, 0 < alpha < 1 and there are no more successes than trials.
Interval centred_bernoulli_sequence(std::uint64_t successes, std::uint64_t trials, double games,
                                    double alpha = 0.05);

/// A confidence sequence for a probability which takes its games as they come, one by one or in
/// batches.
class BernoulliSequence {
 public:
  /// With `running` the interval is the intersection of those after every batch so far: never
  /// wider, and as sure, since the true p is in all of them or not. It can become empty (low >
  /// high), with a probability of at most alpha where p is the same in all games.
  explicit BernoulliSequence(double alpha = 0.05, const BetaWeights& weights = {},
                             bool running = false);

  void add(double successes, double failures);

  [[nodiscard]] double successes() const { return successes_; }
  [[nodiscard]] double trials() const { return trials_; }
  [[nodiscard]] Interval interval() const;

 private:
  double alpha_;
  BetaWeights weights_;
  bool running_;
  double successes_ = 0.0;
  double trials_ = 0.0;
  Interval intersection_;
};

}  // namespace tavlab
