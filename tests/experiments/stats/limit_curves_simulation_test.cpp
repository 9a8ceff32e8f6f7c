// How often the bands of limits contain the truth, over many made-up agents whose even points are
// known, with games chosen by earlier ones as `tavlab limit` does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "experiments/stats/bid.h"
#include "experiments/stats/limit_curves.h"
#include "tests/experiments/stats/limit_truth.h"

namespace tavlab {
namespace {

constexpr int kTruths = 200;
constexpr std::size_t kLimits = 12;

struct LimitMisses {
  int band = 0;  ///< of any curve, anywhere
  int even = 0;  ///< of any curve
  int bids = 0;
  int rises = 0;
};

/// Whether a place is said to be on the wrong side of one half.
bool misses_even(const EvenPlaces& even, const std::vector<double>& truth) {
  return std::ranges::any_of(even.above, [&](std::size_t n) { return truth[n] <= 0.5; }) ||
         std::ranges::any_of(even.below, [&](std::size_t n) { return truth[n] >= 0.5; });
}

struct Missed {
  bool band = false, even = false, bids = false, rises = false;

  void look(std::span<const Interval> band_found, const std::vector<double>& truth) {
    for (std::size_t n = 0; n < truth.size(); ++n) {
      if (!band_found[n].contains(truth[n])) band = true;
    }
    if (misses_even(even_places(band_found), truth)) even = true;
    std::vector<double> values;
    for (const double score : truth) values.push_back(1.0 - score);
    const std::vector<std::size_t> possible = possible_bids(band_found);
    for (const std::size_t bid : equilibrium_bids(values)) {
      if (std::ranges::count(possible, bid) == 0) bids = true;
    }
  }
};

Missed missed(const LimitCurves& curves, const test::LimitTruth& truth) {
  Missed found;
  std::vector<double> value;
  for (std::size_t n = 0; n < curves.limits; ++n) value.push_back(truth.value(n));
  // The solver's last digits.
  std::vector<Interval> band = curves.value.band;
  for (Interval& each : band) each = {each.low - 1e-9, each.high + 1e-9};
  found.look(band, value);
  for (std::size_t i = 0; i < curves.agents; ++i) {
    std::vector<double> mirror;
    for (std::size_t n = 0; n < curves.limits; ++n) mirror.push_back(truth.mirror(n, i));
    found.look(curves.pair(i, i).band, mirror);
  }
  for (const FallingCurve& pair : curves.pairs) found.rises = found.rises || pair.rise.has_value();
  return found;
}

/// `stop` looks after each round and may end play early.
template <typename Stop>
LimitMisses limit_misses(std::size_t agents, std::size_t openings, int rounds, const Stop& stop) {
  LimitMisses found;
  Random random(20261127);
  for (int n = 0; n < kTruths; ++n) {
    const test::LimitTruth truth(kLimits, agents, openings, 12.0 * random.uniform(),
                                 0.5 + 3.0 * random.uniform(), random);
    const std::vector<std::size_t> order = truth.order(random);
    std::vector<ResultCounts> games(truth.cells());
    truth.play(games, std::vector<std::uint64_t>(games.size(), 8), order);
    LimitCurves curves = limit_curves(kLimits, agents, games);
    std::uint64_t left = 24 * games.size();
    const std::uint64_t round = left / static_cast<std::uint64_t>(rounds);
    while (left >= round && !stop(missed(curves, truth))) {
      const auto shares = choose_limit_games(curves, round, left, openings);
      const auto chosen = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
      if (chosen == 0) break;
      left -= chosen;
      truth.play(games, shares, order);
      curves = limit_curves(kLimits, agents, games);
    }
    const Missed last = missed(curves, truth);
    found.band += last.band ? 1 : 0;
    found.even += last.even ? 1 : 0;
    found.bids += last.bids ? 1 : 0;
    found.rises += last.rises ? 1 : 0;
  }
  return found;
}

void expect_rarely(const LimitMisses& found) {
  EXPECT_LE(found.band, kTruths / 20);
  EXPECT_LE(found.even, found.band);
  EXPECT_LE(found.bids, kTruths / 20);
  EXPECT_LE(found.rises, kTruths / 20) << "these curves fall";
}

TEST(LimitCurvesSimulation, ContainTheEvenPointOfOneAgent) {
  expect_rarely(limit_misses(1, 1000, 6, [](const Missed&) { return false; }));
}

/// With few openings, which games exhaust.
TEST(LimitCurvesSimulation, ContainTheEvenPointOfFewOpenings) {
  expect_rarely(limit_misses(1, 60, 6, [](const Missed&) { return false; }));
}

TEST(LimitCurvesSimulation, ContainTheEvenPointOfTheEquilibrium) {
  expect_rarely(limit_misses(2, 1000, 6, [](const Missed&) { return false; }));
}

/// Whoever stops as soon as something seems to be missed is right at most one time in twenty.
TEST(LimitCurvesSimulation, ContainTheEvenPointWheneverPlayStops) {
  const auto at_a_miss = [](const Missed& now) { return now.band || now.even || now.bids; };
  expect_rarely(limit_misses(1, 1000, 30, at_a_miss));
  expect_rarely(limit_misses(1, 100, 30, at_a_miss));
}

}  // namespace
}  // namespace tavlab
