#include "experiments/stats/elo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

#include "experiments/stats/normal.h"

namespace tavlab {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Counts by ascending score, in equal steps from 0 to 1; each observation is of this many games.
EloEstimate estimate(std::span<const std::uint64_t> counts, double games_each) {
  double total = 0.0;
  double points = 0.0;
  const double top = static_cast<double>(counts.size() - 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    total += count;
    points += count * static_cast<double>(i) / top;
  }
  EloEstimate result;
  if (total == 0.0) {
    const EstimateWithError unknown{kUnknown, kUnknown};
    result.score = result.elo = result.normalized_elo = unknown;
    result.elo_interval = {-std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::infinity()};
    result.superiority = kUnknown;
    return result;
  }
  const double mean = std::min(points / total, 1.0);
  double squares = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double away = static_cast<double>(i) / top - mean;
    squares += static_cast<double>(counts[i]) * away * away;
  }
  const double sigma = squares == 0.0 ? kUnknown : std::sqrt(squares / total);
  const double error = kNormal95 * sigma / std::sqrt(total);
  result.score = {mean, error};
  result.elo = {elo_from_score(mean), kUnknown};
  if (std::isnan(error)) {
    const Interval wilson = wilson_interval(std::min(points, total), total);
    result.elo_interval = {elo_from_score(wilson.low), elo_from_score(wilson.high)};
  } else {
    result.elo_interval = {elo_from_score(std::max(mean - error, 0.0)),
                           elo_from_score(std::min(mean + error, 1.0))};
    result.elo.error95 = (result.elo_interval.high - result.elo_interval.low) / 2.0;
  }
  const double sigma_of_game = sigma * std::sqrt(games_each);
  result.normalized_elo = {
      (mean - 0.5) / sigma_of_game * kNormalizedEloPerSigma,
      std::isnan(sigma) ? kUnknown
                        : kNormal95 * kNormalizedEloPerSigma / std::sqrt(total * games_each)};
  constexpr double kWidest = 0.5;  // standard deviation of observations in [0, 1]
  result.superiority =
      normal_cdf((mean - 0.5) * std::sqrt(total) / (std::isnan(sigma) ? kWidest : sigma));
  return result;
}

}  // namespace

double elo_from_score(double score) {
  if (!(score >= 0.0 && score <= 1.0)) {
    throw std::invalid_argument("elo_from_score: needs 0 <= score <= 1");
  }
  return kEloPerLogit * (std::log(score) - std::log1p(-score));
}

double score_from_elo(double elo) { return 1.0 / (1.0 + std::exp(-elo / kEloPerLogit)); }

EloEstimate estimate_elo(const ResultCounts& games) {
  return estimate(std::array{games.losses, games.draws, games.wins}, 1.0);
}

EloEstimate estimate_elo(const PairCounts& pairs) { return estimate(pairs.by_points, 2.0); }

}  // namespace tavlab
