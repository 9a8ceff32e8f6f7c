#include "experiments/stats/brownian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "experiments/stats/normal.h"

namespace tavlab {
namespace {

/// The same probability for a walk with steps of one `cells`-th of the span, which converges to the
/// motion.
double by_random_walk(const StoppedBrownianMotion& motion, double time, double place, int cells) {
  const double cell = (motion.upper - motion.lower) / cells;
  const double step_time = cell * cell / motion.variance;
  const double up = 0.5 + motion.drift * step_time / (2.0 * cell);
  std::vector<double> p(static_cast<std::size_t>(cells) + 1, 0.0);
  p[static_cast<std::size_t>(std::lround(-motion.lower / cell))] = 1.0;
  const auto steps = std::lround(time / step_time);
  for (long n = 0; n < steps; ++n) {
    std::vector<double> next(p.size(), 0.0);
    next.front() = p.front();
    next.back() = p.back();
    for (std::size_t i = 1; i + 1 < p.size(); ++i) {
      next[i + 1] += up * p[i];
      next[i - 1] += (1.0 - up) * p[i];
    }
    p = next;
  }
  const auto at = static_cast<std::size_t>(std::lround((place - motion.lower) / cell));
  double below = 0.0;
  for (std::size_t i = 0; i < at; ++i) below += p[i];
  return at + 1 == p.size() ? below : below + p[at] / 2.0;
}

TEST(StoppedBrownianMotion, AgreesWithARandomWalk) {
  for (const double drift : {-1.5, 0.0, 0.7}) {
    const StoppedBrownianMotion motion{
        .lower = -1.0, .upper = 2.0, .drift = drift, .variance = 0.8};
    for (const double time : {0.5, 2.0}) {
      for (const double place : {-0.5, 0.25, 2.0}) {
        EXPECT_NEAR(motion.worse_outcome(time, place), by_random_walk(motion, time, place, 600),
                    2e-3)
            << drift << ' ' << time << ' ' << place;
      }
    }
  }
}

TEST(StoppedBrownianMotion, EndsAsTheGamblersRuin) {
  const StoppedBrownianMotion motion{.lower = -1.0, .upper = 2.0, .drift = 0.3, .variance = 0.8};
  const double x = std::exp(-2.0 * 0.3 / 0.8);
  const double ruin = (1.0 - std::pow(x, 2.0)) / (1.0 - std::pow(x, 3.0)) * x;
  EXPECT_NEAR(motion.worse_outcome(1000.0, 1.0), ruin, 1e-12);
  const StoppedBrownianMotion fair{.lower = -1.0, .upper = 2.0, .drift = 0.0, .variance = 0.8};
  EXPECT_NEAR(fair.worse_outcome(1000.0, 1.0), 2.0 / 3.0, 1e-12);
}

TEST(StoppedBrownianMotion, IsFreeAtFirst) {
  const StoppedBrownianMotion motion{.lower = -1.0, .upper = 2.0, .drift = 0.3, .variance = 0.8};
  EXPECT_NEAR(motion.worse_outcome(0.01, 0.05), normal_cdf((0.05 - 0.003) / std::sqrt(0.008)),
              1e-12);
}

// The two ways of computing it meet at variance x time = span^2 / 100 and |drift| span = 15
// variance.
TEST(StoppedBrownianMotion, IsContinuousWhereItsMethodsMeet) {
  for (const double place : {-1.0, -0.3, 0.4, 2.0}) {
    const StoppedBrownianMotion motion{.lower = -1.0, .upper = 2.0, .drift = 0.3};
    EXPECT_NEAR(motion.worse_outcome(0.09 * (1.0 - 1e-9), place),
                motion.worse_outcome(0.09 * (1.0 + 1e-9), place), 1e-9);
    for (const double sign : {-1.0, 1.0}) {
      const auto at = [&](double drift) {
        return StoppedBrownianMotion{.lower = -1.0, .upper = 2.0, .drift = sign * drift}
            .worse_outcome(0.4, place);
      };
      EXPECT_NEAR(at(5.0 * (1.0 - 1e-9)), at(5.0 * (1.0 + 1e-9)), 1e-6);
    }
  }
}

TEST(StoppedBrownianMotion, MirrorsAndRefusesWhatCannotBe) {
  const StoppedBrownianMotion motion{.lower = -1.0, .upper = 2.0, .drift = 0.3};
  const StoppedBrownianMotion mirrored{.lower = -2.0, .upper = 1.0, .drift = -0.3};
  EXPECT_NEAR(motion.worse_outcome(1.5, 0.7), 1.0 - mirrored.worse_outcome(1.5, -0.7), 1e-12);
  const auto refused = [](const StoppedBrownianMotion& each, double time, double place) {
    EXPECT_THROW(static_cast<void>(each.worse_outcome(time, place)), std::invalid_argument);
  };
  refused(motion, 0.0, 0.7);
  refused(motion, 1.0, 2.1);
  refused({.lower = 1.0, .upper = 2.0}, 1.0, 1.0);
  refused({.variance = 0.0}, 1.0, 0.0);
}

}  // namespace
}  // namespace tavlab
