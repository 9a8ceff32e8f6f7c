#include "experiments/stats/multiple.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

using Values = std::vector<double>;

TEST(Holm, AgreesWithPublishedVectors) {
  for (const auto& vector : oracle("multiple_comparisons")) {
    const Values p = vector.at("p");
    const Values adjusted = holm(p);
    ASSERT_EQ(adjusted.size(), p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_NEAR(adjusted[i], vector.at("holm").at(i), 1e-14) << i;
    }
  }
}

TEST(Holm, DoesNotDependOnTheOrder) {
  const Values p = {0.04, 0.001, 0.3, 0.02, 0.02, 1.0, 0.0};
  const Values one = holm(p);
  const Values other = holm(Values(p.rbegin(), p.rend()));
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_EQ(one[i], other[p.size() - 1 - i]);
    EXPECT_GE(one[i], p[i]);
    // Never more than Bonferroni's.
    EXPECT_LE(one[i], std::min(1.0, p[i] * static_cast<double>(p.size())));
  }
}

TEST(Holm, TakesNoneAndRefusesWhatCannotBe) {
  EXPECT_TRUE(holm({}).empty());
  EXPECT_THROW(holm(Values{0.5, 1.5}), std::invalid_argument);
  EXPECT_THROW(holm(Values{-0.5}), std::invalid_argument);
  EXPECT_THROW(holm(Values{NAN}), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
