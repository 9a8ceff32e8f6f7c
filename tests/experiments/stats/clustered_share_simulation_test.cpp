// How often intervals of shares in clusters contain the truth.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <vector>

#include "experiments/stats/clustered_share.h"
#include "tests/experiments/stats/simulation.h"

namespace tavlab {
namespace {

/// Games of 1 to 12 positions, in each of which a move agrees with the game's own probability, p
/// plus or minus `spread`.
std::vector<ClusterCount> draw_games(Random& random, std::size_t games, double p, double spread) {
  std::vector<ClusterCount> clusters(games);
  for (ClusterCount& game : clusters) {
    game.trials = 1 + random.below(12);
    const double own = p + (random.below(2) == 0 ? spread : -spread);
    for (std::uint64_t i = 0; i < game.trials; ++i)
      game.successes += random.uniform() < own ? 1 : 0;
  }
  return clusters;
}

TEST(ClusteredShareCoverage, IsTheConfidenceWhereWilsonsIsNot) {
  constexpr int kTrials = 20000;
  for (const std::size_t games : {8U, 30U, 200U}) {
    for (const double p : {0.3, 0.5}) {
      Rate covered, plain;
      for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
        Random random(derive_seed({games, static_cast<std::uint64_t>(100.0 * p), trial}));
        const std::vector<ClusterCount> clusters = draw_games(random, games, p, 0.25);
        double x = 0.0, n = 0.0;
        for (const ClusterCount& each : clusters) {
          x += static_cast<double>(each.successes);
          n += static_cast<double>(each.trials);
        }
        covered.add(estimate_clustered_share(clusters).interval.contains(p));
        plain.add(wilson_interval(x, n).contains(p));
      }
      std::cout << games << " games, p " << p << ": " << covered.value() << ", Wilson "
                << plain.value() << "\n";
      EXPECT_NEAR(covered.value(), 0.95, 0.025) << games << " " << p;
      EXPECT_LT(plain.value(), 0.90) << games << " " << p;
    }
  }
}

}  // namespace
}  // namespace tavlab
