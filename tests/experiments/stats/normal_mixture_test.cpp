#include "experiments/stats/normal_mixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace tavlab {
namespace {

TEST(NormalMixture, IsRobbinsBoundary) {
  // V = 100, alpha = 0.05, r = V_target / (2 ln 20 + ln(1 + 2 ln 20)) with V_target = 100:
  // 2 ln 20 = 5.99146, ln 6.99146 = 1.94469, r = 12.6003;
  // sqrt((112.6003) (ln(112.6003 / 12.6003) + 5.99146)) / 100 = 0.30350.
  EXPECT_NEAR(mixture_half_width(0.01, 0.01, 0.05), 0.30350, 5e-5);
  EXPECT_EQ(mixture_half_width(0.0, 1.0, 0.05), 0.0);
}

TEST(NormalMixture, IsNarrowestAgainstAFixedTimeAtItsTarget) {
  const auto factor = [](double variance) {
    return mixture_half_width(variance, 0.01, 0.05) / std::sqrt(variance);
  };
  for (const double variance : {1e-4, 1e-3, 0.05, 0.5}) EXPECT_GT(factor(variance), factor(0.01));
  EXPECT_LT(factor(0.01), 1.6 * 1.96);
}

TEST(NormalMixture, RefusesWhatIsNoVariance) {
  EXPECT_THROW(mixture_half_width(-1.0, 1.0, 0.05), std::invalid_argument);
  EXPECT_THROW(mixture_half_width(std::nan(""), 1.0, 0.05), std::invalid_argument);
  EXPECT_THROW(mixture_half_width(1.0, 0.0, 0.05), std::invalid_argument);
  EXPECT_THROW(mixture_half_width(1.0, 1.0, 1.0), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
