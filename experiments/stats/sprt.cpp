#include "experiments/stats/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "experiments/stats/brownian.h"
#include "experiments/stats/elo.h"
#include "experiments/stats/root.h"

namespace tavlab {
namespace {

constexpr double kInsteadOfZero = 1e-3;
constexpr double kGreatestElo = 1000.0;
constexpr double kGamesOfPair = 2.0;

/// A number for each of the five sums of points of a pair, ascending.
using Five = std::array<double, 5>;

/// The score of a pair: the mean of its two games.
double score(std::size_t points) { return static_cast<double>(points) / 4.0; }

/// Shares of the sums of points.
struct Shares {
  double observations = 0.0;
  Five p{};

  [[nodiscard]] double mean() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * score(i);
    return sum;
  }
  [[nodiscard]] double variance() const {
    const double centre = mean();
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum += p[i] * (score(i) - centre) * (score(i) - centre);
    }
    return sum;
  }
};

Shares shares_of(const PairCounts& pairs) {
  if (pairs.pairs() == 0) throw std::invalid_argument("log_likelihood_ratio: needs pairs");
  Shares shares;
  for (std::size_t i = 0; i < shares.p.size(); ++i) {
    const std::uint64_t count = pairs.by_points[i];
    shares.p[i] = count == 0 ? kInsteadOfZero : static_cast<double>(count);
    shares.observations += shares.p[i];
  }
  for (double& each : shares.p) each /= shares.observations;
  return shares;
}

/// The distribution nearest to p in likelihood in which the constraints c_i have the mean 0:
/// p_i / (1 + theta c_i). That no probability exceeds 1 bounds theta on both sides.
Five nearest_with_mean_zero(const Five& p, const Five& c) {
  const auto lowest = std::min_element(c.begin(), c.end());
  const auto highest = std::max_element(c.begin(), c.end());
  const double p_lowest = p[static_cast<std::size_t>(lowest - c.begin())];
  const double p_highest = p[static_cast<std::size_t>(highest - c.begin())];
  const double theta = find_root(
      [&](double x) {
        double sum = 0.0;
        for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * c[i] / (1.0 + x * c[i]);
        return sum;
      },
      -(1.0 - p_highest) / *highest, -(1.0 - p_lowest) / *lowest);
  Five nearest{};
  for (std::size_t i = 0; i < p.size(); ++i) nearest[i] = p[i] / (1.0 + theta * c[i]);
  return nearest;
}

/// With mean s.
Five nearest_with_score(const Shares& shares, double s) {
  Five c{};
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = score(i) - s;
  return nearest_with_mean_zero(shares.p, c);
}

/// With (mean - 1/2) / sigma = t. The constraint is linear once mean and sigma are known, as
/// sigma = (sigma^2 + variance) / (2 sigma); they are taken from the solution before.
Five nearest_with_t(const Shares& shares, double t) {
  Shares nearest = shares;
  nearest.p.fill(1.0 / static_cast<double>(nearest.p.size()));
  Five c{};
  for (int round = 0; round < 1000; ++round) {
    const double mean = nearest.mean();
    const double sigma = std::sqrt(nearest.variance());
    for (std::size_t i = 0; i < c.size(); ++i) {
      const double away = (mean - score(i)) / sigma;
      c[i] = score(i) - 0.5 - t * sigma * (1.0 + away * away) / 2.0;
    }
    const Five next = nearest_with_mean_zero(shares.p, c);
    double change = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      change = std::max(change, std::abs(next[i] - nearest.p[i]));
    }
    nearest.p = next;
    if (change < 1e-11) break;
  }
  return nearest.p;
}

void check(const EloHypotheses& hypotheses) {
  const double greatest = hypotheses.model == EloModel::normalized
                              ? kGreatestNormalizedElo
                              : std::numeric_limits<double>::max();
  if (std::abs(hypotheses.elo0) <= greatest && std::abs(hypotheses.elo1) <= greatest) return;
  throw std::invalid_argument(
      "log_likelihood_ratio: needs finite hypotheses, in normalized Elo from -200 to 200");
}

}  // namespace

double log_likelihood_ratio(const PairCounts& pairs, const EloHypotheses& hypotheses) {
  check(hypotheses);
  const Shares shares = shares_of(pairs);
  const auto nearest = [&](double elo) {
    return hypotheses.model == EloModel::logistic
               ? nearest_with_score(shares, score_from_elo(elo))
               : nearest_with_t(shares, elo / kNormalizedEloPerSigma * std::sqrt(kGamesOfPair));
  };
  const Five p0 = nearest(hypotheses.elo0), p1 = nearest(hypotheses.elo1);
  double sum = 0.0;
  for (std::size_t i = 0; i < shares.p.size(); ++i) sum += shares.p[i] * std::log(p1[i] / p0[i]);
  return shares.observations * sum;
}

SprtBounds sprt_bounds(double alpha, double beta) {
  if (!(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0)) {
    throw std::invalid_argument("sprt_bounds: needs alpha > 0, beta > 0 and alpha + beta < 1");
  }
  return {.lower = std::log(beta / (1.0 - alpha)), .upper = std::log((1.0 - beta) / alpha)};
}

SprtState sprt_state(double log_likelihood_ratio, const SprtBounds& bounds) {
  if (log_likelihood_ratio <= bounds.lower) return SprtState::accept_h0;
  if (log_likelihood_ratio >= bounds.upper) return SprtState::accept_h1;
  return SprtState::undecided;
}

SprtEstimate estimate_after_sprt(const PairCounts& pairs, const EloHypotheses& hypotheses,
                                 const SprtBounds& bounds, double confidence) {
  check(hypotheses);
  const Shares shares = shares_of(pairs);
  if (!(confidence > 0.0 && confidence < 1.0) || !(hypotheses.elo0 < hypotheses.elo1) ||
      !(bounds.lower < 0.0 && bounds.upper > 0.0)) {
    throw std::invalid_argument(
        "estimate_after_sprt: needs 0 < confidence < 1, elo0 < elo1 and lower < 0 < upper");
  }
  const double variance = shares.variance();
  const double sigma_of_game = std::sqrt(variance * kGamesOfPair);
  const auto score_of = [&](double elo) {
    return hypotheses.model == EloModel::logistic
               ? score_from_elo(elo)
               : 0.5 + elo / kNormalizedEloPerSigma * sigma_of_game;
  };
  const double s0 = score_of(hypotheses.elo0);
  const double s1 = score_of(hypotheses.elo1);
  const auto motion_at = [&](double true_score) {
    return StoppedBrownianMotion{.lower = bounds.lower,
                                 .upper = bounds.upper,
                                 .drift = (true_score - (s0 + s1) / 2.0) * (s1 - s0) / variance,
                                 .variance = (s1 - s0) * (s1 - s0) / variance};
  };

  // The outcome: a ratio beyond a bound is moved back to the time at which it crossed the bound.
  const double drift = motion_at(shares.mean()).drift;
  const double ratio = shares.observations * drift;
  const double place = std::clamp(ratio, bounds.lower, bounds.upper);
  const double time = place == ratio ? shares.observations : place / drift;

  const auto worse = [&](double elo) {
    return motion_at(score_from_elo(elo)).worse_outcome(time, place);
  };
  const auto elo_at = [&](double probability) {
    if (worse(-kGreatestElo) < probability) return -std::numeric_limits<double>::infinity();
    if (worse(kGreatestElo) > probability) return std::numeric_limits<double>::infinity();
    return find_root([&](double elo) { return worse(elo) - probability; }, -kGreatestElo,
                     kGreatestElo);
  };
  const double tail = (1.0 - confidence) / 2.0;
  return {.elo = elo_at(0.5),
          .interval = {elo_at(1.0 - tail), elo_at(tail)},
          .superiority = worse(0.0)};
}

}  // namespace tavlab
