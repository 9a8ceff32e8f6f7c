// Sums are the same on every machine.
#include <gtest/gtest.h>

#include <cmath>

namespace tavlab {
namespace {

/// A fused multiply-add rounds once where two operations round twice. By default g++ uses it
/// wherever the build allows (-march=native), and games, tables and statistics would depend on the
/// build.
TEST(Arithmetic, RoundsProductsBeforeTheyAreAdded) {
  // volatile: computed when the test runs, by the instructions that this build chose.
  volatile double a = 1.0 + std::ldexp(1.0, -27), b = 1.0 - std::ldexp(1.0, -27), c = -1.0;
  const double x = a, y = b, z = c;
  EXPECT_EQ(x * y + z, 0.0) << "1 - 2^-54 rounds to 1";
  EXPECT_EQ(std::fma(x, y, z), -std::ldexp(1.0, -54)) << "a fused multiply-add gives this";
}

}  // namespace
}  // namespace tavlab
