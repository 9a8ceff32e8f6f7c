// How often the intervals of calibrations contain the truth, over many made-up tables of agents.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "experiments/stats/calibration.h"
#include "tests/experiments/stats/cross_play.h"

namespace tavlab {
namespace {

constexpr int kTables = 200;

/// Agents of different strength on each side, with some that beat stronger ones.
test::CrossPlay made_up(std::size_t agents, Random& random) {
  PayoffMatrix payoff(agents, agents);
  std::vector<double> first, second;
  for (std::size_t i = 0; i < agents; ++i) {
    first.push_back(2.0 * random.uniform() - 1.0);
    second.push_back(2.0 * random.uniform() - 1.0);
  }
  for (std::size_t i = 0; i < agents; ++i) {
    for (std::size_t j = 0; j < agents; ++j) {
      const double logit = first[i] - second[j] + 1.2 * (random.uniform() - 0.5);
      payoff.at(i, j) = 1.0 / (1.0 + std::exp(-logit));
    }
  }
  return test::CrossPlay(std::move(payoff));
}

struct Misses {
  int value = 0, band = 0, resampled = 0;
};

/// Plays in rounds as `tavlab calibrate` does; `stop` looks at each calibration and may end early.
template <typename Stop>
Misses misses(std::size_t agents, int rounds, const Stop& stop) {
  Misses found;
  Random random(20261126);
  for (int n = 0; n < kTables; ++n) {
    const test::CrossPlay truth = made_up(agents, random);
    const double value = solve_matrix_game(truth.payoff()).value;
    const PureBand band = pure_band(truth.payoff());
    std::vector<ResultCounts> games = truth.none();
    truth.play(games, std::vector<std::uint64_t>(games.size(), 8), random);
    Calibration calibration = calibrate_from(agents, games, static_cast<std::uint64_t>(n));
    for (int round = 0; round < rounds && !stop(calibration, value); ++round) {
      const auto more = choose_games(calibration, 20 * games.size(), static_cast<std::uint64_t>(n));
      truth.play(games, more, random);
      calibration = calibrate_from(agents, games, static_cast<std::uint64_t>(n));
    }
    found.value += calibration.value_interval.contains(value) ? 0 : 1;
    found.band +=
        calibration.band_interval.low <= band.low && calibration.band_interval.high >= band.high
            ? 0
            : 1;
    found.resampled += calibration.value_resampled.contains(value) ? 0 : 1;
  }
  return found;
}

/// After a number of games fixed in advance.
TEST(CalibrationSimulation, ContainsTheValue) {
  const Misses found = misses(3, 3, [](const Calibration&, double) { return false; });
  EXPECT_LE(found.value, kTables / 20);
  EXPECT_LE(found.band, kTables / 20);
  // Games are chosen by earlier results, so the draws' coverage is only about what they claim.
  EXPECT_LE(found.resampled, kTables / 10);
}

/// Whoever stops as soon as the value seems to be missed is right at most one time in twenty.
TEST(CalibrationSimulation, ContainsTheValueWheneverItStops) {
  const Misses found = misses(3, 6, [](const Calibration& calibration, double value) {
    return !calibration.value_interval.contains(value);
  });
  EXPECT_LE(found.value, kTables / 20);
  EXPECT_LE(found.band, kTables / 20);
}

/// Also when it stops because the result is the one wanted: "the first side has it easier".
TEST(CalibrationSimulation, ContainsTheValueWhenItStopsAtSuccess) {
  const Misses found = misses(3, 6, [](const Calibration& calibration, double) {
    return calibration.value_resampled.low > 0.5;
  });
  EXPECT_LE(found.value, kTables / 20);
}

}  // namespace
}  // namespace tavlab
