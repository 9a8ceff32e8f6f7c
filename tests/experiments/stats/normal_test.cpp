#include "experiments/stats/normal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "experiments/stats/interval.h"

namespace tavlab {
namespace {

TEST(Normal, AgreesWithTables) {
  EXPECT_DOUBLE_EQ(normal_cdf(0.0), 0.5);
  EXPECT_NEAR(normal_cdf(1.0), 0.841344746068543, 1e-15);
  EXPECT_NEAR(normal_cdf(-3.0), 0.001349898031630095, 1e-17);
  EXPECT_NEAR(normal_quantile(0.975), kNormal95, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
  EXPECT_EQ(normal_quantile(0.0), -INFINITY);
  EXPECT_EQ(normal_quantile(1.0), INFINITY);
  for (const double p : {0.001, 0.2, 0.5, 0.9})
    EXPECT_NEAR(normal_cdf(normal_quantile(p)), p, 1e-15);
}

// Digits by mpmath.
TEST(Normal, HasALogarithmFarOut) {
  EXPECT_NEAR(log_normal_cdf(2.0), std::log(normal_cdf(2.0)), 1e-15);
  EXPECT_NEAR(log_normal_cdf(-19.0), -184.36612866916097, 1e-11);
  EXPECT_NEAR(log_normal_cdf(-21.0), -224.46571583141447, 1e-7);
  EXPECT_NEAR(log_normal_cdf(-100.0), -5005.5242086942051, 1e-9);
}

TEST(Normal, RefusesWhatCannotBe) {
  EXPECT_THROW(normal_quantile(-0.1), std::invalid_argument);
  EXPECT_THROW(normal_quantile(1.1), std::invalid_argument);
  EXPECT_THROW(normal_quantile(NAN), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
