#include "experiments/stats/e_process.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/root.h"

namespace tavlab {
namespace {

// In double rather than long double: several times faster, and as good for a logarithm.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double log_beta(double a, double b) {
  const Policy policy;
  return boost::math::lgamma(a, policy) + boost::math::lgamma(b, policy) -
         boost::math::lgamma(a + b, policy);
}

/// The logarithm of the integral of q^(a-1) (1-q)^(b-1) over q from p to 1.
double log_upper_beta(double a, double b, double p) {
  const double share = boost::math::ibetac(a, b, p, Policy());
  if (share > 1e-290) return std::log(share) + log_beta(a, b);
  // The hypergeometric series; so far out in the tail its terms fall fast.
  double sum = 1.0;
  double term = 1.0;
  for (double k = 0.0; term > 1e-17 * sum; ++k) {
    term *= (a + b + k) / (b + 1.0 + k) * (1.0 - p);
    sum += term;
  }
  return a * std::log(p) + b * std::log1p(-p) - std::log(b) + std::log(sum);
}

/// 0 ln 0 = 0: what has not occurred has no part in a likelihood.
double times_log(double count, double p) { return count == 0.0 ? 0.0 : count * std::log(p); }

void check(double successes, double trials, double p0, const BetaWeights& weights) {
  if (!(successes >= 0.0 && successes <= trials) || std::isinf(trials) ||
      !(p0 >= 0.0 && p0 <= 1.0) || !(weights.a > 0.0 && weights.b > 0.0)) {
    throw std::invalid_argument(
        "e-process: needs 0 <= successes <= trials, 0 <= p0 <= 1 and positive weights");
  }
}

double log_likelihood(double successes, double trials, double p) {
  return times_log(successes, p) + times_log(trials - successes, 1.0 - p);
}

double log_threshold(double alpha) {
  if (!(alpha > 0.0 && alpha < 1.0)) throw std::invalid_argument("e-process: needs 0 < alpha < 1");
  return -std::log(alpha);
}

}  // namespace

BetaWeights centred_weights(double p0, double games, double alpha) {
  if (!(p0 > 0.0 && p0 < 1.0 && games > 0.0)) {
    throw std::invalid_argument("centred_weights: needs 0 < p0 < 1 and games > 0");
  }
  const double twice = 2.0 * log_threshold(alpha);
  const double k = std::max(games / (twice + std::log1p(twice)) - 1.0, 1e-3);
  return {.a = k * p0, .b = k * (1.0 - p0)};
}

double log_e_equal(double successes, double trials, double p0, const BetaWeights& weights) {
  check(successes, trials, p0, weights);
  return log_beta(weights.a + successes, weights.b + trials - successes) -
         log_beta(weights.a, weights.b) - log_likelihood(successes, trials, p0);
}

double log_e_at_most(double successes, double trials, double p0, const BetaWeights& weights) {
  check(successes, trials, p0, weights);
  if (p0 == 0.0 || p0 == 1.0) throw std::invalid_argument("log_e_at_most: needs 0 < p0 < 1");
  return log_upper_beta(weights.a + successes, weights.b + trials - successes, p0) -
         log_upper_beta(weights.a, weights.b, p0) - log_likelihood(successes, trials, p0);
}

double log_e_at_least(double successes, double trials, double p0, const BetaWeights& weights) {
  return log_e_at_most(trials - successes, trials, 1.0 - p0, {.a = weights.b, .b = weights.a});
}

Interval bernoulli_sequence(double successes, double trials, double alpha,
                            const BetaWeights& weights) {
  check(successes, trials, 0.5, weights);
  const double threshold = log_threshold(alpha);
  if (trials == 0.0) return {0.0, 1.0};
  const double average = log_beta(weights.a + successes, weights.b + trials - successes) -
                         log_beta(weights.a, weights.b);
  return where_negative(
      [&](double p) { return average - log_likelihood(successes, trials, p) - threshold; },
      successes / trials);
}

Interval centred_bernoulli_sequence(std::uint64_t successes, std::uint64_t trials, double games,
                                    double alpha) {
  const auto x = static_cast<double>(successes);
  const auto n = static_cast<double>(trials);
  check(x, n, 0.5, {});
  const double threshold = log_threshold(alpha);
  if (trials == 0) return {0.0, 1.0};
  return where_negative(
      [&](double p) { return log_e_equal(x, n, p, centred_weights(p, games, alpha)) - threshold; },
      x / n);
}

BernoulliSequence::BernoulliSequence(double alpha, const BetaWeights& weights, bool running)
    : alpha_(alpha), weights_(weights), running_(running) {
  check(0.0, 0.0, 0.5, weights);
  log_threshold(alpha);
}

void BernoulliSequence::add(double successes, double failures) {
  check(successes, successes + failures, 0.5, weights_);
  successes_ += successes;
  trials_ += successes + failures;
  if (!running_) return;
  const Interval now = bernoulli_sequence(successes_, trials_, alpha_, weights_);
  intersection_ = {std::max(intersection_.low, now.low), std::min(intersection_.high, now.high)};
}

Interval BernoulliSequence::interval() const {
  return running_ ? intersection_ : bernoulli_sequence(successes_, trials_, alpha_, weights_);
}

}  // namespace tavlab
