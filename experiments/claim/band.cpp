#include "experiments/claim/band.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/matrix_game.h"

namespace tavlab {
namespace {

std::optional<Interval> if_not_empty(double low, double high) {
  if (low > high) return std::nullopt;
  return Interval{low, high};
}

Band game_band(std::span<const PairEstimate> pairs, std::size_t kinds) {
  PayoffMatrix mean(kinds, kinds), low(kinds, kinds), high(kinds, kinds);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    mean.values[i] = std::clamp(pairs[i].mean, 0.0, 1.0);
    low.values[i] = std::clamp(pairs[i].interval.low, 0.0, 1.0);
    high.values[i] = std::clamp(pairs[i].interval.high, 0.0, 1.0);
  }
  const Equilibrium equilibrium = solve_matrix_game(mean);
  const PureBand estimate = pure_band(mean), lows = pure_band(low), highs = pure_band(high);
  Band band;
  // Rounding must not put the value outside.
  band.mean = std::clamp(equilibrium.value, estimate.low, estimate.high);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double weight = equilibrium.rows[i / kinds] * equilibrium.columns[i % kinds];
    band.variance += weight * weight * pairs[i].variance;
  }
  band.band = {estimate.low, estimate.high};
  band.interval = {lows.low, highs.high};
  band.core = if_not_empty(highs.low, lows.high);
  return band;
}

Band hull_band(std::span<const PairEstimate> pairs) {
  const auto count = static_cast<double>(pairs.size());
  Band band;
  band.band = {pairs.front().mean, pairs.front().mean};
  band.interval = pairs.front().interval;
  double lowest_high = band.interval.high, highest_low = band.interval.low;
  for (const PairEstimate& pair : pairs) {
    band.mean += pair.mean / count;
    band.variance += pair.variance / (count * count);
    band.band = {std::min(band.band.low, pair.mean), std::max(band.band.high, pair.mean)};
    band.interval = {std::min(band.interval.low, pair.interval.low),
                     std::max(band.interval.high, pair.interval.high)};
    lowest_high = std::min(lowest_high, pair.interval.high);
    highest_low = std::max(highest_low, pair.interval.low);
  }
  band.core = if_not_empty(lowest_high, highest_low);
  return band;
}

}  // namespace

Band band_of(std::span<const PairEstimate> pairs, BandKind kind) {
  std::size_t kinds = 1;
  while (kinds * kinds < pairs.size()) ++kinds;
  if (pairs.empty() || kinds * kinds != pairs.size()) {
    throw std::invalid_argument("band: needs each kind of agents against each");
  }
  // A single pair is its own band, also where its scores are not from 0 to 1.
  return kind == BandKind::game && kinds > 1 ? game_band(pairs, kinds) : hull_band(pairs);
}

Verdict decide(const Region& region, const Interval& interval) {
  if (region.outside) {
    if (interval.high < region.low || interval.low > region.high) return Verdict::supported;
    const bool between = interval.low >= region.low && interval.high <= region.high;
    return between ? Verdict::refuted : Verdict::undecided;
  }
  if (interval.low >= region.low && interval.high <= region.high) return Verdict::supported;
  const bool apart = interval.high < region.low || interval.low > region.high;
  return apart ? Verdict::refuted : Verdict::undecided;
}

bool straddles(const Region& region, const std::optional<Interval>& core) {
  if (!core) return false;
  const bool sticks_out = core->low < region.low || core->high > region.high;
  const bool touches = core->low <= region.high && core->high >= region.low;
  // The complement of an interval is straddled where the interval is, and by a band around it.
  return sticks_out && touches;
}

}  // namespace tavlab
