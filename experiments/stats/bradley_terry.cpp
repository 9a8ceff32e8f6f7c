#include "experiments/stats/bradley_terry.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/log_one_plus_exp.h"

namespace tavlab {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The index of each parameter in the vector of all.
struct Layout {
  Index players = 0;
  Index variants = 0;
  BradleyTerryModel model;

  [[nodiscard]] Index first(Index player) const { return player; }
  [[nodiscard]] Index second(Index player) const {
    return model.rating_per_side ? players + player : player;
  }
  [[nodiscard]] Index ratings() const { return model.rating_per_side ? 2 * players : players; }
  [[nodiscard]] Index advantage(Index variant) const { return ratings() + variant; }
  [[nodiscard]] Index size() const { return ratings() + (model.advantage ? variants : 0); }

  /// Sums that must be 0, one per row, which the likelihood leaves undetermined. None with a prior.
  [[nodiscard]] MatrixXd constraints() const {
    if (model.prior_games > 0.0) return MatrixXd(0, size());
    MatrixXd sums = MatrixXd::Zero(model.rating_per_side && model.advantage ? 2 : 1, size());
    sums.row(0).head(ratings()).setOnes();
    if (sums.rows() == 2) {
      sums.row(0).segment(players, players).setZero();
      sums.row(1).segment(players, players).setOnes();
    }
    return sums;
  }
};

Layout layout_of(std::span<const Pairing> games, const BradleyTerryModel& model) {
  if (games.empty()) throw std::invalid_argument("fit_bradley_terry: needs games");
  if (!(model.prior_games >= 0.0) || std::isinf(model.prior_games)) {
    throw std::invalid_argument("fit_bradley_terry: needs a finite, non-negative prior");
  }
  Layout layout;
  layout.model = model;
  for (const Pairing& each : games) {
    if (each.first == each.second) {
      throw std::invalid_argument("fit_bradley_terry: a player cannot meet itself");
    }
    layout.players =
        std::max(layout.players, static_cast<Index>(std::max(each.first, each.second)) + 1);
    layout.variants = std::max(layout.variants, static_cast<Index>(each.variant) + 1);
  }
  return layout;
}

/// The log-likelihood of all games, with and without its prior, and the derivatives with it.
struct Likelihood {
  double games = 0.0;
  double with_prior = 0.0;
  VectorXd gradient;
  MatrixXd information;  // the negative of the second derivatives
};

Likelihood likelihood_at(std::span<const Pairing> games, const Layout& layout,
                         const VectorXd& values) {
  Likelihood at;
  at.gradient = VectorXd::Zero(layout.size());
  at.information = MatrixXd::Zero(layout.size(), layout.size());
  for (const Pairing& each : games) {
    const double points = each.results.points();
    const auto n = static_cast<double>(each.results.finished());
    const auto variant = static_cast<Index>(each.variant);
    struct Term {
      Index parameter;
      double sign;
    };
    std::vector<Term> terms = {{layout.first(static_cast<Index>(each.first)), 1.0},
                               {layout.second(static_cast<Index>(each.second)), -1.0}};
    if (layout.model.advantage) terms.push_back({layout.advantage(variant), 1.0});
    double x = 0.0;
    for (const Term& term : terms) x += term.sign * values[term.parameter];

    const double score = 1.0 / (1.0 + std::exp(-x));  // expected of the first side
    const double variance = score * (1.0 - score);    // of a game's score
    at.games -= points * log_one_plus_exp(-x) + (n - points) * log_one_plus_exp(x);
    const double surplus = points - n * score;
    for (const Term& term : terms) {
      at.gradient[term.parameter] += term.sign * surplus;
      for (const Term& other : terms) {
        at.information(term.parameter, other.parameter) += term.sign * other.sign * n * variance;
      }
    }
  }
  at.with_prior = at.games;
  for (Index k = 0; k < layout.size(); ++k) {
    const double half = layout.model.prior_games / 2.0;
    const double expected = 1.0 / (1.0 + std::exp(-values[k]));
    at.with_prior -= half * (log_one_plus_exp(values[k]) + log_one_plus_exp(-values[k]));
    at.gradient[k] += half * (1.0 - 2.0 * expected);
    at.information(k, k) += 2.0 * half * expected * (1.0 - expected);
  }
  return at;
}

/// The information bordered by the constraints, in the information's scale.
MatrixXd bordered(const MatrixXd& information, const MatrixXd& constraints) {
  const Index n = information.rows();
  const Index m = constraints.rows();
  const double scale = information.diagonal().maxCoeff();
  MatrixXd whole = MatrixXd::Zero(n + m, n + m);
  whole.topLeftCorner(n, n) = information;
  whole.bottomLeftCorner(m, n) = scale * constraints;
  whole.topRightCorner(n, m) = scale * constraints.transpose();
  return whole;
}

[[noreturn]] void no_maximum() {
  throw std::invalid_argument(
      "fit_bradley_terry: the likelihood has no unique finite maximum (players are not connected, "
      "or a player or a side won all or lost all); give a prior");
}

constexpr int kNewtonSteps = 100;
constexpr double kConverged = 1e-10;
/// A parameter beyond this is diverging.
constexpr double kGreatestLogit = 30.0;

LogitEstimate estimate(const VectorXd& values, const MatrixXd& covariance, Index parameter) {
  return {values[parameter], std::sqrt(std::max(covariance(parameter, parameter), 0.0))};
}

}  // namespace

double BradleyTerryFit::difference_error(std::size_t parameter, std::size_t other) const {
  const auto at = [this](std::size_t i, std::size_t j) { return covariance_[i * parameters_ + j]; };
  const double variance = at(parameter, parameter) + at(other, other) - 2.0 * at(parameter, other);
  return std::sqrt(std::max(variance, 0.0));
}

LogitEstimate BradleyTerryFit::first_difference(std::size_t player, std::size_t other) const {
  return {first.at(player).value - first.at(other).value, difference_error(player, other)};
}

LogitEstimate BradleyTerryFit::first_from_mean(std::size_t player, std::size_t begin,
                                               std::size_t end) const {
  const auto n = static_cast<double>(end - begin);
  const auto variance = [this](std::size_t i, std::size_t j) {
    const double error = i == j ? 0.0 : first_difference(i, j).standard_error;
    return error * error;
  };
  double mean = 0.0, own = 0.0, all = 0.0;
  for (std::size_t j = begin; j < end; ++j) {
    mean += first.at(j).value / n;
    own += variance(player, j);
    for (std::size_t k = begin; k < end; ++k) all += variance(j, k);
  }
  return {first.at(player).value - mean, std::sqrt(std::max(0.0, own / n - all / (2.0 * n * n)))};
}

BradleyTerryFit fit_bradley_terry(std::span<const Pairing> games, const BradleyTerryModel& model,
                                  const std::function<void()>& between_steps) {
  const Layout layout = layout_of(games, model);
  const MatrixXd constraints = layout.constraints();
  const Index n = layout.size();

  VectorXd values = VectorXd::Zero(n);
  Likelihood at = likelihood_at(games, layout, values);
  if (!Eigen::FullPivLU<MatrixXd>(bordered(at.information, constraints)).isInvertible()) {
    no_maximum();
  }
  bool converged = false;
  for (int round = 0; round < kNewtonSteps && !converged; ++round) {
    if (between_steps) between_steps();
    VectorXd right = VectorXd::Zero(n + constraints.rows());
    right.head(n) = at.gradient;
    VectorXd step = bordered(at.information, constraints).partialPivLu().solve(right).head(n);
    if (!step.allFinite()) no_maximum();
    // Step halving while it overshoots (by more than rounding); the likelihood is concave.
    const double least = at.with_prior - 1e-12 * std::abs(at.with_prior);
    Likelihood next = likelihood_at(games, layout, values + step);
    for (int halving = 0; halving < 60 && !(next.with_prior >= least); ++halving) {
      step /= 2.0;
      next = likelihood_at(games, layout, values + step);
    }
    values += step;
    at = next;
    converged = step.cwiseAbs().maxCoeff() < kConverged;
    if (model.prior_games == 0.0 && values.cwiseAbs().maxCoeff() > kGreatestLogit) no_maximum();
  }
  if (!converged) no_maximum();
  if (between_steps) between_steps();

  const MatrixXd covariance = bordered(at.information, constraints).inverse().topLeftCorner(n, n);
  BradleyTerryFit fit;
  for (Index i = 0; i < layout.players; ++i) {
    fit.first.push_back(estimate(values, covariance, layout.first(i)));
    fit.second.push_back(estimate(values, covariance, layout.second(i)));
  }
  for (Index v = 0; model.advantage && v < layout.variants; ++v) {
    fit.advantage.push_back(estimate(values, covariance, layout.advantage(v)));
  }
  fit.log_likelihood = at.games;
  fit.free_parameters = static_cast<std::size_t>(n - constraints.rows());
  fit.parameters_ = static_cast<std::size_t>(n);
  fit.covariance_.assign(covariance.data(), covariance.data() + covariance.size());
  return fit;
}

LikelihoodRatioTest likelihood_ratio_test(const BradleyTerryFit& narrow,
                                          const BradleyTerryFit& wide) {
  if (wide.free_parameters <= narrow.free_parameters) {
    throw std::invalid_argument("likelihood_ratio_test: the wide model needs more parameters");
  }
  LikelihoodRatioTest test;
  test.statistic = std::max(2.0 * (wide.log_likelihood - narrow.log_likelihood), 0.0);
  test.degrees = wide.free_parameters - narrow.free_parameters;
  test.p_value =
      boost::math::gamma_q(static_cast<double>(test.degrees) / 2.0, test.statistic / 2.0);
  return test;
}

LikelihoodRatioTest test_equal_on_both_sides(std::span<const Pairing> games,
                                             const BradleyTerryModel& model) {
  if (model.prior_games > 0.0) {
    throw std::invalid_argument("test_equal_on_both_sides: needs a model without a prior");
  }
  BradleyTerryModel narrow = model;
  narrow.rating_per_side = false;
  BradleyTerryModel wide = model;
  wide.rating_per_side = true;
  return likelihood_ratio_test(fit_bradley_terry(games, narrow), fit_bradley_terry(games, wide));
}

}  // namespace tavlab
