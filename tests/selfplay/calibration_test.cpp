// Values of searches, calibrated to results.
#include "selfplay/evaluation/calibration.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/logit.h"
#include "core/random.h"

namespace tavlab {
namespace {

using Observation = Calibration::Observation;

/// Results drawn at the odds that a line gives to values from all over the range.
std::vector<Observation> drawn(std::uint8_t bucket, double slope, double offset, int count) {
  Random random(bucket + 1);
  std::vector<Observation> observations;
  for (int i = 0; i < count; ++i) {
    const double x = 8 * random.uniform() - 4;
    const bool won = random.uniform() < logistic(slope * x + offset);
    observations.push_back({bucket, static_cast<float>(logistic(x)), won ? 1.0F : 0.0F});
  }
  return observations;
}

TEST(Calibration, FindsTheLineOfEachBucket) {
  std::vector<Observation> observations = drawn(0, 0.4, -2.0, 50'000);
  const auto others = drawn(1, 1.5, 0.5, 50'000);
  observations.insert(observations.end(), others.begin(), others.end());
  const Calibration calibration(observations, 2);
  for (const double x : {-3.0, 0.0, 2.0}) {
    EXPECT_NEAR(logit(calibration.of(0, logistic(x))), 0.4 * x - 2.0, 0.1) << x;
    EXPECT_NEAR(logit(calibration.of(1, logistic(x))), 1.5 * x + 0.5, 0.15) << x;
  }
}

TEST(Calibration, StaysNearTheIdentityWhereLittleIsKnown) {
  const std::vector<Observation> one = {{0, 0.9F, 0.0F}};
  const Calibration calibration(one, 2);
  EXPECT_NEAR(calibration.of(0, 0.7), 0.7, 0.02);
  EXPECT_DOUBLE_EQ(calibration.of(1, 0.25), 0.25);
}

/// Also where every game was won, or values say the opposite of the results.
TEST(Calibration, RisesWithTheValueInsideTheRange) {
  std::vector<Observation> observations = drawn(0, -1.0, 0.0, 5'000);
  for (int i = 0; i < 5'000; ++i) observations.push_back({1, i % 2 == 0 ? 1.0F : 0.0F, 1.0F});
  const Calibration calibration(observations, 2);
  for (const int bucket : {0, 1}) {
    double last = 0.0;
    for (const double value : {0.0, 0.001, 0.2, 0.5, 0.8, 0.999, 1.0}) {
      const double worth = calibration.of(bucket, value);
      EXPECT_GE(worth, last) << bucket << ' ' << value;
      EXPECT_LT(worth, 1.0);
      last = worth;
    }
    EXPECT_GT(last, 0.5);
  }
}

}  // namespace
}  // namespace tavlab
