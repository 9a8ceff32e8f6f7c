#include "experiments/stats/root.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tavlab {
namespace {

TEST(FindRoot, FindsRisingAndFallingRoots) {
  EXPECT_NEAR(find_root([](double x) { return std::cos(x); }, 0.0, 3.0), std::numbers::pi / 2,
              1e-15);
  EXPECT_NEAR(find_root([](double x) { return x * x * x - 2.0; }, -10.0, 10.0), std::cbrt(2.0),
              1e-14);
  EXPECT_EQ(find_root([](double x) { return x; }, 0.0, 1.0), 0.0);
  EXPECT_EQ(find_root([](double x) { return x - 1.0; }, 0.0, 1.0), 1.0);
}

TEST(FindRoot, RefusesWhatHoldsNone) {
  EXPECT_THROW(find_root([](double x) { return x * x + 1.0; }, -1.0, 1.0), std::invalid_argument);
  EXPECT_THROW(find_root([](double x) { return x; }, 1.0, -1.0), std::invalid_argument);
  EXPECT_THROW(find_root([](double x) { return 1.0 / x; }, 0.0, 1.0), std::invalid_argument);
}

TEST(WhereNegative, FindsBothEndsOrTheWholeInterval) {
  const Interval inner = where_negative([](double x) { return (x - 0.2) * (x - 0.7); }, 0.5);
  EXPECT_NEAR(inner.low, 0.2, 1e-14);
  EXPECT_NEAR(inner.high, 0.7, 1e-14);
  const Interval all = where_negative([](double) { return -1.0; }, 0.0);
  EXPECT_EQ(all.low, 0.0);
  EXPECT_EQ(all.high, 1.0);
}

}  // namespace
}  // namespace tavlab
