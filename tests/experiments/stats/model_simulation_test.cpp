// How often intervals of fitted models contain the truth, and tests reject it.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <vector>

#include "experiments/stats/bradley_terry.h"
#include "experiments/stats/interval.h"
#include "experiments/stats/logistic.h"
#include "tests/experiments/stats/simulation.h"

namespace tavlab {
namespace {

bool covers(const LogitEstimate& estimate, double truth) {
  return std::abs(estimate.value - truth) <= kNormal95 * estimate.standard_error;
}

/// Every two of four players meet `meetings` times on each side, without draws.
std::vector<Pairing> draw_tournament(Random& random, int meetings, double advantage) {
  const double ratings[] = {0.0, 0.3, -0.4, 0.8};
  std::vector<Pairing> games;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (i == j) continue;
      const double x = ratings[i] - ratings[j] + advantage;
      const Chances p{.win = 1.0 / (1.0 + std::exp(-x))};
      Pairing pairing{.first = i, .second = j, .results = {}};
      for (int game = 0; game < meetings; ++game) {
        count_score(pairing.results, draw_score(random, p));
      }
      games.push_back(pairing);
    }
  }
  return games;
}

TEST(BradleyTerryCoverage, IsNearTheConfidence) {
  constexpr int kExperiments = 5000;
  Random random(31);
  Rate difference;
  Rate advantage;
  for (int i = 0; i < kExperiments; ++i) {
    const BradleyTerryFit decided = fit_bradley_terry(draw_tournament(random, 20, 0.4), {});
    difference.add(covers(decided.first_difference(3, 2), 1.2));
    advantage.add(covers(decided.advantage[0], 0.4));
  }
  std::cout << "Bradley-Terry: difference " << difference.value() << ", advantage "
            << advantage.value() << '\n';
  EXPECT_NEAR(difference.value(), 0.95, 0.012);
  EXPECT_NEAR(advantage.value(), 0.95, 0.012);
}

TEST(EqualOnBothSides, IsRejectedAsOftenAsItShould) {
  constexpr int kExperiments = 4000;
  Random random(32);
  Rate rejected;
  for (int i = 0; i < kExperiments; ++i) {
    const auto games = draw_tournament(random, 40, 0.4);
    rejected.add(test_equal_on_both_sides(games, {}).p_value <= 0.05);
  }
  std::cout << "Equal on both sides: rejected " << rejected.value() << '\n';
  EXPECT_NEAR(rejected.value(), 0.05, 0.012);
}

TEST(BalancePointCoverage, IsNearTheConfidence) {
  constexpr int kExperiments = 5000;
  Random random(33);
  for (const double draw_share : {0.0, 0.4}) {
    Rate profile;
    for (int i = 0; i < kExperiments; ++i) {
      std::vector<ScoreAt> scores;
      for (const double parameter : {10.0, 20.0, 30.0, 40.0, 50.0}) {
        const double p = 1.0 / (1.0 + std::exp(-0.04 * (parameter - 27.0)));
        const double draws = draw_share * 2.0 * std::min(p, 1.0 - p);
        ScoreAt at{parameter, 0.0, 60.0};
        for (int game = 0; game < 60; ++game) {
          at.points += draw_score(random, {p - draws / 2, draws});
        }
        scores.push_back(at);
      }
      profile.add(balance_profile_interval(scores).contains(27.0));
    }
    std::cout << "Balance point, draws " << draw_share << ": profile " << profile.value() << '\n';
    if (draw_share == 0.0) {
      EXPECT_NEAR(profile.value(), 0.95, 0.012);
    } else {
      EXPECT_GT(profile.value(), 0.96);  // conservative
    }
  }
}

}  // namespace
}  // namespace tavlab
