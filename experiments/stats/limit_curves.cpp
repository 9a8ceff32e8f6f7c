#include "experiments/stats/limit_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace tavlab {
namespace {

double cell_error(const LimitCurves& curves) {
  return kLimitCurvesError / static_cast<double>(curves.cells());
}

/// The matrix at one limit of what `entry` says about a pair's curve.
template <typename Entry>
PayoffMatrix matrix_of(const LimitCurves& curves, const Entry& entry) {
  PayoffMatrix matrix(curves.agents, curves.agents);
  for (std::size_t i = 0; i < curves.agents; ++i) {
    for (std::size_t j = 0; j < curves.agents; ++j) matrix.at(i, j) = entry(curves.pair(i, j));
  }
  return matrix;
}

void add_value(LimitCurves& curves, std::size_t limit) {
  ValueCurve& value = curves.value;
  const PayoffMatrix low =
      matrix_of(curves, [&](const FallingCurve& pair) { return pair.band[limit].low; });
  const PayoffMatrix high =
      matrix_of(curves, [&](const FallingCurve& pair) { return pair.band[limit].high; });
  value.of_low.push_back(solve_matrix_game(low));
  value.of_high.push_back(solve_matrix_game(high));
  value.band.push_back({value.of_low.back().value, value.of_high.back().value});
  value.pure_band.push_back({pure_band(low).low, pure_band(high).high});
  const PayoffMatrix estimate =
      matrix_of(curves, [&](const FallingCurve& pair) { return pair.estimate[limit]; });
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (std::ranges::any_of(estimate.values, [](double each) { return std::isnan(each); })) {
    value.estimate.push_back(kUnknown);
    value.pure.push_back({.low = kUnknown, .high = kUnknown});
    return;
  }
  value.pure.push_back(pure_band(estimate));
  // Rounding must not put the value outside.
  value.estimate.push_back(
      std::clamp(solve_matrix_game(estimate).value, value.pure.back().low, value.pure.back().high));
}

}  // namespace

LimitCurves limit_curves(std::size_t limits, std::size_t agents,
                         std::span<const ResultCounts> counts) {
  if (limits == 0 || agents == 0 || counts.size() != limits * agents * agents) {
    throw std::invalid_argument("limit_curves: needs limits, agents and the games of each cell");
  }
  LimitCurves curves;
  curves.limits = limits;
  curves.agents = agents;
  curves.counts.assign(counts.begin(), counts.end());
  for (std::size_t i = 0; i < agents; ++i) {
    for (std::size_t j = 0; j < agents; ++j) {
      std::vector<ResultCounts> by_limit;
      for (std::size_t n = 0; n < limits; ++n) by_limit.push_back(curves.games(n, i, j));
      curves.pairs.push_back(falling_curve(by_limit, cell_error(curves)));
    }
  }
  for (std::size_t n = 0; n < limits; ++n) add_value(curves, n);
  return curves;
}

namespace {

/// A curve whose crossing of one half is sought, and the cells on which it depends at each limit:
/// what bounds it from below, and from above.
struct SoughtCurve {
  std::span<const double> estimate;
  std::span<const Interval> band;
  std::vector<std::vector<double>> low, high;  ///< by limit: a weight for each pair of agents
};

std::vector<double> dependence(const Equilibrium& equilibrium) {
  std::vector<double> weights;
  for (const double row : equilibrium.rows) {
    for (const double column : equilibrium.columns) weights.push_back(row * column);
  }
  return weights;
}

std::vector<SoughtCurve> sought_curves(const LimitCurves& curves) {
  std::vector<SoughtCurve> sought;
  const std::size_t pairs = curves.agents * curves.agents;
  for (std::size_t i = 0; i < curves.agents; ++i) {
    std::vector<double> mirror(pairs, 0.0);
    mirror[i * curves.agents + i] = 1.0;
    const std::vector<std::vector<double>> at_all(curves.limits, mirror);
    sought.push_back({curves.pair(i, i).estimate, curves.pair(i, i).band, at_all, at_all});
  }
  if (curves.agents == 1) return sought;
  SoughtCurve value{curves.value.estimate, curves.value.band, {}, {}};
  for (std::size_t n = 0; n < curves.limits; ++n) {
    value.low.push_back(dependence(curves.value.of_low[n]));
    value.high.push_back(dependence(curves.value.of_high[n]));
  }
  sought.push_back(std::move(value));
  return sought;
}

/// About how many games show that a mean is not one half.
double games_to_decide(double mean, double error) {
  const double away = mean - 0.5;
  return (std::log(1.0 / error) + 3.0) / (2.0 * away * away);
}

/// On the side of the crossing where the curve is above one half (`above`) or below, the undecided
/// limit next to the crossing that `games` can decide; if none can be, the farthest from it.
std::optional<std::size_t> limit_to_decide(const SoughtCurve& curve, bool above, double games,
                                           double error) {
  std::optional<std::size_t> next;
  // From the far end towards the crossing.
  for (std::size_t k = 0; k < curve.band.size(); ++k) {
    const std::size_t n = above ? k : curve.band.size() - 1 - k;
    const double mean = curve.estimate[n];
    if (!curve.band[n].contains(0.5) || std::isnan(mean)) continue;
    if (above ? mean <= 0.5 : mean >= 0.5) break;
    if (next && games_to_decide(mean, error) > games) break;
    next = n;
  }
  return next;
}

/// The share of the games that each cell should get, of all that the curve gets.
void add_wishes(std::vector<double>& wishes, const SoughtCurve& curve, std::size_t pairs,
                double games, double error) {
  const std::size_t limits = curve.band.size();
  std::vector<std::size_t> undecided;
  for (std::size_t n = 0; n < limits; ++n) {
    if (curve.band[n].contains(0.5)) undecided.push_back(n);
  }
  if (undecided.empty()) return;
  const auto add = [&](std::size_t limit, const std::vector<double>& weights, double share) {
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      wishes[pair * limits + limit] += share * weights[pair];
    }
  };
  const double each = 0.25 / static_cast<double>(undecided.size());
  for (const std::size_t n : undecided) {
    add(n, curve.low[n], each);
    add(n, curve.high[n], each);
  }
  if (const auto n = limit_to_decide(curve, true, games, error)) add(*n, curve.low[*n], 0.25);
  if (const auto n = limit_to_decide(curve, false, games, error)) add(*n, curve.high[*n], 0.25);
}

}  // namespace

std::vector<std::uint64_t> choose_limit_games(const LimitCurves& curves, std::uint64_t games,
                                              std::uint64_t left, std::uint64_t most) {
  const std::vector<SoughtCurve> sought = sought_curves(curves);
  const std::size_t pairs = curves.agents * curves.agents;
  // What a limit on one side of one curve can still get, besides what all undecided ones get.
  const double to_one =
      std::min(static_cast<double>(left) / (4.0 * static_cast<double>(sought.size())),
               static_cast<double>(most));
  std::vector<double> wishes(curves.cells(), 0.0);
  for (const SoughtCurve& curve : sought) {
    add_wishes(wishes, curve, pairs, to_one, cell_error(curves));
  }
  std::vector<std::uint64_t> shares(curves.cells(), 0);
  // By the method of D'Hondt, over all games so far, so that what was undecided late catches up.
  for (; games > 0; --games) {
    std::optional<std::size_t> next;
    double claim_of_next = 0.0;
    for (std::size_t cell = 0; cell < shares.size(); ++cell) {
      const std::uint64_t played = curves.counts[cell].games() + shares[cell];
      const double claim = wishes[cell] / (static_cast<double>(played) + 1.0);
      if (played >= most || claim <= claim_of_next) continue;
      claim_of_next = claim;
      next = cell;
    }
    if (!next) break;
    ++shares[*next];
  }
  return shares;
}

}  // namespace tavlab
