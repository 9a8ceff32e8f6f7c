#include "experiments/stats/sprt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <stdexcept>
#include <vector>

#include "experiments/stats/brownian.h"
#include "experiments/stats/elo.h"
#include "experiments/stats/root.h"

namespace tavlab {
namespace {

constexpr double kInsteadOfZero = 1e-3;
constexpr double kGreatestNormalizedElo = 200.0;
constexpr double kGreatestElo = 1000.0;

/// Shares of the results, whose scores are in equal steps from 0 to 1.
struct Shares {
  double observations = 0.0;
  std::vector<double> p;

  [[nodiscard]] double score(std::size_t i) const {
    return static_cast<double>(i) / static_cast<double>(p.size() - 1);
  }
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

Shares shares_of(std::span<const double> counts) {
  Shares shares;
  bool any = false;
  for (const double count : counts) {
    if (!(count >= 0.0) || std::isinf(count)) {
      throw std::invalid_argument("log_likelihood_ratio: needs finite counts from 0 on");
    }
    any = any || count > 0.0;
    shares.p.push_back(count == 0.0 ? kInsteadOfZero : count);
    shares.observations += shares.p.back();
  }
  if (!any) throw std::invalid_argument("log_likelihood_ratio: needs games");
  for (double& each : shares.p) each /= shares.observations;
  return shares;
}

/// The distribution nearest to p in likelihood in which the constraints c_i have the mean 0:
/// p_i / (1 + theta c_i). That no probability exceeds 1 bounds theta on both sides.
std::vector<double> nearest_with_mean_zero(const std::vector<double>& p,
                                           const std::vector<double>& c) {
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
  std::vector<double> nearest(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) nearest[i] = p[i] / (1.0 + theta * c[i]);
  return nearest;
}

/// With mean s.
std::vector<double> nearest_with_score(const Shares& shares, double s) {
  std::vector<double> c(shares.p.size());
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = shares.score(i) - s;
  return nearest_with_mean_zero(shares.p, c);
}

/// With (mean - 1/2) / sigma = t. The constraint is linear once mean and sigma are known, as
/// sigma = (sigma^2 + variance) / (2 sigma); they are taken from the solution before.
std::vector<double> nearest_with_t(const Shares& shares, double t) {
  Shares nearest = shares;
  std::fill(nearest.p.begin(), nearest.p.end(), 1.0 / static_cast<double>(shares.p.size()));
  std::vector<double> c(shares.p.size());
  for (int round = 0; round < 1000; ++round) {
    const double mean = nearest.mean();
    const double sigma = std::sqrt(nearest.variance());
    for (std::size_t i = 0; i < c.size(); ++i) {
      const double away = (mean - shares.score(i)) / sigma;
      c[i] = shares.score(i) - 0.5 - t * sigma * (1.0 + away * away) / 2.0;
    }
    std::vector<double> next = nearest_with_mean_zero(shares.p, c);
    double change = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      change = std::max(change, std::abs(next[i] - nearest.p[i]));
    }
    nearest.p = std::move(next);
    if (change < 1e-11) break;
  }
  return nearest.p;
}

double compare(const Shares& shares, const std::vector<double>& p0, const std::vector<double>& p1) {
  double sum = 0.0;
  for (std::size_t i = 0; i < shares.p.size(); ++i) sum += shares.p[i] * std::log(p1[i] / p0[i]);
  return shares.observations * sum;
}

void check(const EloHypotheses& hypotheses) {
  const double greatest = hypotheses.model == EloModel::normalized
                              ? kGreatestNormalizedElo
                              : std::numeric_limits<double>::max();
  if (std::abs(hypotheses.elo0) <= greatest && std::abs(hypotheses.elo1) <= greatest) return;
  throw std::invalid_argument(
      "log_likelihood_ratio: needs finite hypotheses, in normalized Elo from -200 to 200");
}

/// For the logistic and the normalized model; an observation is of so many games.
double generalized_ratio(const Shares& shares, const EloHypotheses& hypotheses, double games_each) {
  const auto nearest = [&](double elo) {
    return hypotheses.model == EloModel::logistic
               ? nearest_with_score(shares, score_from_elo(elo))
               : nearest_with_t(shares, elo / kNormalizedEloPerSigma * std::sqrt(games_each));
  };
  return compare(shares, nearest(hypotheses.elo0), nearest(hypotheses.elo1));
}

GameCounts without_zeros(const GameCounts& games) {
  const Shares shares = shares_of(games.by_score());
  return {.wins = shares.p[2] * shares.observations,
          .draws = shares.p[1] * shares.observations,
          .losses = shares.p[0] * shares.observations};
}

SprtEstimate estimate(const Shares& shares, const EloHypotheses& hypotheses, double games_each,
                      const SprtBounds& bounds, double confidence) {
  check(hypotheses);
  if (!(confidence > 0.0 && confidence < 1.0) || !(hypotheses.elo0 < hypotheses.elo1) ||
      !(bounds.lower < 0.0 && bounds.upper > 0.0)) {
    throw std::invalid_argument(
        "estimate_after_sprt: needs 0 < confidence < 1, elo0 < elo1 and lower < 0 < upper");
  }
  const double variance = shares.variance();
  const double sigma_of_game = std::sqrt(variance * games_each);
  const auto score = [&](double elo) {
    return hypotheses.model == EloModel::logistic
               ? score_from_elo(elo)
               : 0.5 + elo / kNormalizedEloPerSigma * sigma_of_game;
  };
  const double s0 = score(hypotheses.elo0);
  const double s1 = score(hypotheses.elo1);
  const auto motion_at = [&](double true_score) {
    return StoppedBrownianMotion{.lower = bounds.lower,
                                 .upper = bounds.upper,
                                 .drift = (true_score - (s0 + s1) / 2.0) * (s1 - s0) / variance,
                                 .variance = (s1 - s0) * (s1 - s0) / variance};
  };

  // The outcome: a ratio beyond a bound is taken back to where it passed it.
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

}  // namespace

double log_likelihood_ratio(const GameCounts& games, const EloHypotheses& hypotheses) {
  check(hypotheses);
  const Shares shares = shares_of(games.by_score());
  if (hypotheses.model != EloModel::bayesian) return generalized_ratio(shares, hypotheses, 1.0);
  const double draw_elo = draw_elo_of(without_zeros(games));
  const auto probabilities = [&](double elo) {
    const auto by_score = bayes_elo_probabilities(elo, draw_elo).by_score();
    return std::vector<double>(by_score.begin(), by_score.end());
  };
  return compare(shares, probabilities(hypotheses.elo0), probabilities(hypotheses.elo1));
}

double log_likelihood_ratio(const PairCounts& pairs, const EloHypotheses& hypotheses) {
  check(hypotheses);
  if (hypotheses.model == EloModel::bayesian) {
    throw std::invalid_argument("log_likelihood_ratio: BayesElo is of single games, not of pairs");
  }
  return generalized_ratio(shares_of(pairs.by_points), hypotheses, 2.0);
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
  return SprtState::go_on;
}

GameCounts bayes_elo_probabilities(double elo, double draw_elo) {
  GameCounts p;
  p.wins = score_from_elo(elo - draw_elo);
  p.losses = score_from_elo(-elo - draw_elo);
  p.draws = 1.0 - p.wins - p.losses;
  return p;
}

double draw_elo_of(const GameCounts& games) {
  const double total = games.wins + games.draws + games.losses;
  const double w = games.wins / total;
  const double l = games.losses / total;
  if (!(w > 0.0 && l > 0.0 && games.draws >= 0.0)) {
    throw std::invalid_argument("draw_elo_of: needs wins and losses");
  }
  return 200.0 * std::log10((1.0 / l - 1.0) * (1.0 / w - 1.0));
}

double elo_from_bayes_elo(double elo, double draw_elo) {
  const GameCounts p = bayes_elo_probabilities(elo, draw_elo);
  return elo_from_score(p.wins + p.draws / 2.0);
}

SprtEstimate estimate_after_sprt(const GameCounts& games, const EloHypotheses& hypotheses,
                                 const SprtBounds& bounds, double confidence) {
  EloHypotheses converted = hypotheses;
  if (hypotheses.model == EloModel::bayesian) {
    const double draw_elo = draw_elo_of(without_zeros(games));
    converted = {.model = EloModel::logistic,
                 .elo0 = elo_from_bayes_elo(hypotheses.elo0, draw_elo),
                 .elo1 = elo_from_bayes_elo(hypotheses.elo1, draw_elo)};
  }
  return estimate(shares_of(games.by_score()), converted, 1.0, bounds, confidence);
}

SprtEstimate estimate_after_sprt(const PairCounts& pairs, const EloHypotheses& hypotheses,
                                 const SprtBounds& bounds, double confidence) {
  if (hypotheses.model == EloModel::bayesian) {
    throw std::invalid_argument("estimate_after_sprt: BayesElo is of single games, not of pairs");
  }
  return estimate(shares_of(pairs.by_points), hypotheses, 2.0, bounds, confidence);
}

}  // namespace tavlab
