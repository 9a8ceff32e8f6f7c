#include "experiments/stats/falling_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "experiments/stats/betting.h"
#include "experiments/stats/isotonic.h"

namespace tavlab {
namespace {

std::vector<Interval> separate_bounds(std::span<const ResultCounts> counts, double error) {
  std::vector<Interval> bounds;
  for (const ResultCounts& games : counts) {
    const std::array<double, 3> tally = {static_cast<double>(games.losses),
                                         static_cast<double>(games.draws),
                                         static_cast<double>(games.wins)};
    const Interval found = betting_sequence(tally, error);
    bounds.push_back({std::clamp(found.low, 0.0, 1.0), std::clamp(found.high, 0.0, 1.0)});
  }
  return bounds;
}

std::optional<Rise> largest_rise(std::span<const Interval> bounds) {
  std::optional<Rise> most;
  for (std::size_t m = 1; m < bounds.size(); ++m) {
    for (std::size_t n = 0; n < m; ++n) {
      const double by = bounds[m].low - bounds[n].high;
      if (by > (most ? most->by : 0.0)) most = {n, m, by};
    }
  }
  return most;
}

/// The scores, or the nearest ones that fall.
std::vector<double> estimates(std::span<const ResultCounts> counts, bool falling) {
  std::vector<double> values, weights;
  for (const ResultCounts& games : counts) {
    if (games.finished() == 0) continue;
    values.push_back(-games.score());
    weights.push_back(static_cast<double>(games.finished()));
  }
  const std::vector<double> fitted = falling ? isotonic_regression(values, weights) : values;
  std::vector<double> estimate;
  std::size_t next = 0;
  for (const ResultCounts& games : counts) {
    estimate.push_back(games.finished() == 0 ? std::numeric_limits<double>::quiet_NaN()
                                             : std::clamp(-fitted[next++], 0.0, 1.0));
  }
  return estimate;
}

}  // namespace

FallingCurve falling_curve(std::span<const ResultCounts> counts, double error) {
  FallingCurve curve;
  curve.band = separate_bounds(counts, error);
  curve.rise = largest_rise(curve.band);
  curve.estimate = estimates(counts, !curve.rise);
  if (curve.rise) return curve;
  for (std::size_t n = 1; n < curve.band.size(); ++n) {
    curve.band[n].high = std::min(curve.band[n].high, curve.band[n - 1].high);
  }
  for (std::size_t n = curve.band.size(); n-- > 1;) {
    curve.band[n - 1].low = std::max(curve.band[n - 1].low, curve.band[n].low);
  }
  return curve;
}

EvenPlaces even_places(std::span<const Interval> band) {
  EvenPlaces found;
  for (std::size_t n = 0; n < band.size(); ++n) {
    const bool above = band[n].low > 0.5, below = band[n].high < 0.5;
    found.ordered = found.ordered && (above ? found.even.empty() && found.below.empty()
                                            : below || found.below.empty());
    (above ? found.above : below ? found.below : found.even).push_back(n);
  }
  return found;
}

Interval estimated_crossing(std::span<const double> parameters, std::span<const double> estimate) {
  Interval crossing = kWholeLine;
  for (std::size_t n = 0; n < estimate.size(); ++n) {
    if (std::isnan(estimate[n])) continue;
    if (estimate[n] <= 0.5) break;
    crossing.low = parameters[n];
  }
  for (std::size_t n = estimate.size(); n-- > 0;) {
    if (std::isnan(estimate[n])) continue;
    if (estimate[n] >= 0.5) break;
    crossing.high = parameters[n];
  }
  return crossing;
}

}  // namespace tavlab
