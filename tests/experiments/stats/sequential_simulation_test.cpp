// Tests and confidence sequences checked after every game: how often they are ever wrong.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <iostream>

#include "experiments/stats/betting.h"
#include "experiments/stats/interval.h"
#include "tests/experiments/stats/simulation.h"

namespace tavlab {
namespace {

constexpr int kExperiments = 2000;
constexpr double kAlpha = 0.05;
const double kThreshold = std::log(1.0 / kAlpha);

/// The share of experiments in which something is wrong after some game.
double ever(std::uint64_t seed, int games, const Chances& p,
            const std::function<bool(const ResultCounts&)>& wrong) {
  Random random(seed);
  Rate rate;
  for (int i = 0; i < kExperiments; ++i) {
    ResultCounts counts;
    bool found = false;
    for (int game = 0; game < games && !found; ++game) {
      count_score(counts, draw_score(random, p));
      found = wrong(counts);
    }
    rate.add(found);
  }
  return rate.value();
}

double total(const ResultCounts& games) { return static_cast<double>(games.finished()); }

constexpr Chances kFair{0.5, 0.0};
constexpr Chances kFairWithDraws{0.3, 0.4};
constexpr Chances kUneven{0.7, 0.1};  // mean 0.75

// What the rest of this file is for: the harness exposes a method that is not made for this.
TEST(LookingAfterEveryGame, BreaksIntervalsOfFixedSamples) {
  const double rate = ever(41, 3000, kFair, [](const ResultCounts& games) {
    return !wilson_interval(games.points(), total(games)).contains(0.5);
  });
  std::cout << "Wilson after every game: " << rate << '\n';
  EXPECT_GT(rate, 0.3);
}

TEST(Betting, SeldomRefutesTheTruth) {
  const auto report = [](const char* name, double rate) {
    std::cout << name << ": " << rate << '\n';
    EXPECT_LE(rate, kAlpha) << name;
    EXPECT_GT(rate, 0.002) << name;
  };
  report("betting, fair", ever(51, 2000, kFair, [](const ResultCounts& games) {
           return betting_log_e_equal(by_score(games), 0.5) >= kThreshold;
         }));
  report("betting, fair with draws", ever(52, 2000, kFairWithDraws, [](const ResultCounts& games) {
           return betting_log_e_equal(by_score(games), 0.5) >= kThreshold;
         }));
  report("betting, uneven", ever(53, 2000, kUneven, [](const ResultCounts& games) {
           return betting_log_e_equal(by_score(games), 0.75) >= kThreshold;
         }));
}

// The interval itself, checked whenever there are 5 % more games than at the last check.
TEST(BettingSequence, SeldomLosesTheTruth) {
  double look = 0.0;
  const double rate = ever(57, 4000, kUneven, [&](const ResultCounts& games) {
    if (total(games) == 1.0) look = 0.0;
    if (total(games) < 1.05 * look) return false;
    look = total(games);
    return !betting_sequence(by_score(games)).contains(0.75);
  });
  std::cout << "betting sequence: " << rate << '\n';
  EXPECT_LE(rate, kAlpha);
  EXPECT_GT(rate, 0.002);
}

// Differences of paired games, counted upwards from -1.
TEST(Betting, OfDifferencesSeldomRefutesTheTruth) {
  Random random(58);
  Rate lost;
  for (int i = 0; i < kExperiments; ++i) {
    std::array<double, 5> differences{};
    bool refuted = false;
    for (int game = 0; game < 1500 && !refuted; ++game) {
      const double x = draw_score(random, kUneven);
      const double y = draw_score(random, kFairWithDraws);
      differences[static_cast<std::size_t>(std::lround(2.0 + 2.0 * (x - y)))] += 1.0;
      refuted = betting_log_e_equal(differences, (0.25 + 1.0) / 2.0) >= kThreshold;
    }
    lost.add(refuted);
  }
  std::cout << "betting, differences: " << lost.value() << '\n';
  EXPECT_LE(lost.value(), kAlpha);
  EXPECT_GT(lost.value(), 0.002);
}

}  // namespace
}  // namespace tavlab
