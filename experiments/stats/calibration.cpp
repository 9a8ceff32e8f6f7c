#include "experiments/stats/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <boost/math/special_functions/beta.hpp>

#include "core/random.h"
#include "experiments/stats/betting.h"
#include "experiments/stats/bradley_terry.h"
#include "experiments/stats/elo.h"

namespace tavlab {
namespace {

constexpr double kError = 0.05;
constexpr int kDraws = 400;
constexpr std::uint64_t kAtOnce = 4;

/// The ratings of roles: an agent on the first side and the same agent on the second are two
/// players, so that mirrors are games like others. A weak prior keeps those finite that won or lost
/// everything.
BradleyTerryFit rate_roles(std::size_t agents, std::span<const ResultCounts> counts) {
  std::vector<Pairing> games;
  for (std::size_t i = 0; i < agents; ++i) {
    for (std::size_t j = 0; j < agents; ++j) {
      const ResultCounts& results = counts[i * agents + j];
      games.push_back({i, agents + j, 0, results});
    }
  }
  BradleyTerryModel model;
  model.advantage = false;
  model.prior_games = 1.0;
  return fit_bradley_terry(games, model);
}

/// Relative to the mean of the roles from `begin` on.
std::vector<SideRating> ratings_from(const BradleyTerryFit& fit, std::size_t begin,
                                     std::size_t agents) {
  std::vector<SideRating> ratings;
  for (std::size_t role = begin; role < begin + agents; ++role) {
    const LogitEstimate rating = fit.first_from_mean(role, begin, begin + agents);
    ratings.push_back(
        {kEloPerLogit * rating.value, kEloPerLogit * kNormal95 * rating.standard_error});
  }
  return ratings;
}

/// One draw of all cells, from the Beta distributions whose means are the estimates.
PayoffMatrix draw(const Calibration& calibration, Random& random) {
  PayoffMatrix drawn(calibration.agents, calibration.agents);
  for (std::size_t cell = 0; cell < drawn.values.size(); ++cell) {
    const double games = static_cast<double>(calibration.counts[cell].finished()) + kPriorGames;
    const double points = std::clamp(games * calibration.score.values[cell], 1e-3, games - 1e-3);
    const double at = std::clamp(random.uniform(), 1e-9, 1.0 - 1e-9);
    drawn.values[cell] = std::clamp(boost::math::ibeta_inv(points, games - points, at), 0.0, 1.0);
  }
  return drawn;
}

Interval middle_95(std::vector<double> values) {
  std::ranges::sort(values);
  const auto last = static_cast<double>(values.size() - 1);
  return {values[static_cast<std::size_t>(std::floor(0.025 * last))],
          values[static_cast<std::size_t>(std::ceil(0.975 * last))]};
}

}  // namespace

Calibration calibrate_from(std::size_t agents, std::span<const ResultCounts> counts,
                           std::uint64_t seed) {
  if (agents < 2 || counts.size() != agents * agents) {
    throw std::invalid_argument("calibration: needs two agents and the games of each pair");
  }
  Calibration result;
  result.agents = agents;
  result.counts.assign(counts.begin(), counts.end());
  const BradleyTerryFit fit = rate_roles(agents, counts);
  result.first = ratings_from(fit, 0, agents);
  result.second = ratings_from(fit, agents, agents);
  result.score = PayoffMatrix(agents, agents);
  PayoffMatrix low(agents, agents), high(agents, agents);
  const double error = kError / static_cast<double>(counts.size());
  for (std::size_t i = 0; i < agents; ++i) {
    result.rating.push_back((result.first[i].elo + result.second[i].elo) / 2.0);
    for (std::size_t j = 0; j < agents; ++j) {
      const ResultCounts& games = result.games(i, j);
      const double predicted =
          1.0 / (1.0 + std::exp(fit.first[agents + j].value - fit.first[i].value));
      result.score.at(i, j) = (games.points() + kPriorGames * predicted) /
                              (static_cast<double>(games.finished()) + kPriorGames);
      Interval bounds = kShare;
      if (games.finished() > 0) {
        const std::array<double, 3> tally = {static_cast<double>(games.losses),
                                             static_cast<double>(games.draws),
                                             static_cast<double>(games.wins)};
        bounds = betting_sequence(tally, error);
      }
      low.at(i, j) = std::clamp(bounds.low, 0.0, 1.0);
      high.at(i, j) = std::clamp(bounds.high, 0.0, 1.0);
    }
  }
  result.equilibrium = solve_matrix_game(result.score);
  result.band = pure_band(result.score);
  // Rounding must not put the value outside.
  result.equilibrium.value =
      std::clamp(result.equilibrium.value, result.band.low, result.band.high);
  result.of_low = solve_matrix_game(low);
  result.of_high = solve_matrix_game(high);
  result.value_interval = {result.of_low.value, result.of_high.value};
  result.band_interval = {pure_band(low).low, pure_band(high).high};
  std::vector<double> values, lows, highs;
  Random random(derive_seed({seed, 1}));
  for (int n = 0; n < kDraws; ++n) {
    const PayoffMatrix drawn = draw(result, random);
    values.push_back(solve_matrix_game(drawn).value);
    const PureBand band = pure_band(drawn);
    lows.push_back(band.low);
    highs.push_back(band.high);
  }
  result.value_resampled = middle_95(std::move(values));
  result.low_resampled = middle_95(std::move(lows));
  result.high_resampled = middle_95(std::move(highs));
  return result;
}

namespace {

/// Distributes games in proportion to how much the value of a matrix game depends on its cells, by
/// the method of D'Hondt.
void add_by_dependence(std::vector<std::uint64_t>& shares, const Equilibrium& equilibrium,
                       std::uint64_t games) {
  const std::size_t columns = equilibrium.columns.size();
  std::vector<double> given(shares.size(), 0.0);
  for (; games > 0; --games) {
    std::size_t next = 0;
    double most = -1.0;
    for (std::size_t cell = 0; cell < shares.size(); ++cell) {
      const double weight = equilibrium.rows[cell / columns] * equilibrium.columns[cell % columns];
      const double claim = weight / (given[cell] + 1.0);
      if (claim <= most) continue;
      most = claim;
      next = cell;
    }
    ++shares[next];
    given[next] += 1.0;
  }
}

}  // namespace

std::vector<std::uint64_t> choose_games(const Calibration& calibration, std::uint64_t games,
                                        std::uint64_t seed) {
  const std::size_t agents = calibration.agents, cells = agents * agents;
  std::vector<double> weight(cells, 0.0);
  Random random(derive_seed({seed, 2}));
  for (int n = 0; n < kDraws; ++n) {
    const PayoffMatrix drawn = draw(calibration, random);
    const Equilibrium equilibrium = solve_matrix_game(drawn);
    for (std::size_t i = 0; i < agents; ++i) {
      for (std::size_t j = 0; j < agents; ++j) {
        weight[i * agents + j] += equilibrium.rows[i] * equilibrium.columns[j] / kDraws;
      }
    }
    const PureBand band = pure_band(drawn);
    weight[band.row * agents + band.against] += 1.0 / kDraws;
    weight[band.by * agents + band.column] += 1.0 / kDraws;
  }
  std::vector<std::uint64_t> shares(cells, 0);
  add_by_dependence(shares, calibration.of_low, games / 4);
  add_by_dependence(shares, calibration.of_high, games / 4);
  games -= 2 * (games / 4);
  std::vector<double> played(cells), importance(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const double mean = calibration.score.values[cell];
    played[cell] =
        static_cast<double>(calibration.counts[cell].finished() + shares[cell]) + kPriorGames;
    importance[cell] = weight[cell] * weight[cell] * mean * (1.0 - mean);
  }
  while (games > 0) {
    const std::uint64_t now = std::min(games, kAtOnce);
    std::size_t best = 0;
    double most = -1.0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      // In proportion to what the variance w^2 s^2 / n loses by these games.
      const double gain =
          importance[cell] / (played[cell] * (played[cell] + static_cast<double>(kAtOnce)));
      if (gain <= most) continue;
      most = gain;
      best = cell;
    }
    shares[best] += now;
    played[best] += static_cast<double>(now);
    games -= now;
  }
  return shares;
}

}  // namespace tavlab
