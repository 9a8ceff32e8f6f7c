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

TEST(MultipleClaims, AgreeWithPublishedVectors) {
  for (const auto& vector : oracle("multiple_comparisons")) {
    const Values p = vector.at("p");
    const auto check = [&](const Values& adjusted, const char* name) {
      ASSERT_EQ(adjusted.size(), p.size());
      for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_NEAR(adjusted[i], vector.at(name).at(i), 1e-14) << name << i;
      }
    };
    check(bonferroni(p), "bonferroni");
    check(holm(p), "holm");
    check(benjamini_hochberg(p), "bh");
    check(benjamini_yekutieli(p), "by");
    // As published: Bonferroni rejects 3 at 0.05, Benjamini-Hochberg 4.
    const auto rejected = [](const Values& adjusted) {
      return std::count_if(adjusted.begin(), adjusted.end(), [](double a) { return a <= 0.05; });
    };
    EXPECT_EQ(rejected(bonferroni(p)), 3);
    EXPECT_EQ(rejected(benjamini_hochberg(p)), 4);
  }
}

TEST(MultipleClaims, DoNotDependOnTheirOrder) {
  const Values p = {0.04, 0.001, 0.3, 0.02, 0.02, 1.0, 0.0};
  Values reversed(p.rbegin(), p.rend());
  for (const auto adjust : {bonferroni, holm, benjamini_hochberg, benjamini_yekutieli}) {
    const Values one = adjust(p);
    const Values other = adjust(reversed);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(one[i], other[p.size() - 1 - i]);
    for (std::size_t i = 0; i < p.size(); ++i) EXPECT_GE(one[i], p[i]);
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_LE(holm(p)[i], bonferroni(p)[i]);
    EXPECT_LE(benjamini_hochberg(p)[i], holm(p)[i]);
    EXPECT_LE(benjamini_hochberg(p)[i], benjamini_yekutieli(p)[i]);
  }
}

// By definition: the k largest e-values are accepted at alpha, with the greatest k such that the
// k-th is at least m / (k alpha).
TEST(EBenjaminiHochberg, AcceptsAsDefined) {
  const Values e = {100.0, 3.0, 60.0, 0.5, 30.0, 20.0};
  Values log_e;
  for (const double each : e) log_e.push_back(std::log(each));
  const Values adjusted = e_benjamini_hochberg(log_e);
  Values sorted = e;
  std::sort(sorted.rbegin(), sorted.rend());
  for (const double alpha : {0.01, 0.05, 0.09, 0.1, 0.2, 0.5}) {
    std::size_t accepted = 0;
    for (std::size_t k = 1; k <= sorted.size(); ++k) {
      if (sorted[k - 1] >= 6.0 / (static_cast<double>(k) * alpha)) accepted = k;
    }
    const auto found = static_cast<std::size_t>(std::count_if(
        adjusted.begin(), adjusted.end(), [alpha](double a) { return a <= alpha + 1e-12; }));
    EXPECT_EQ(found, accepted) << alpha;
  }
}

TEST(MultipleClaims, TakeNoneAndRefuseWhatCannotBe) {
  EXPECT_TRUE(holm({}).empty());
  EXPECT_TRUE(benjamini_yekutieli({}).empty());
  EXPECT_EQ(e_benjamini_hochberg(Values{INFINITY, -INFINITY}), (Values{0.0, 1.0}));
  for (const auto adjust : {bonferroni, holm, benjamini_hochberg, benjamini_yekutieli}) {
    EXPECT_THROW(adjust(Values{0.5, 1.5}), std::invalid_argument);
    EXPECT_THROW(adjust(Values{-0.5}), std::invalid_argument);
    EXPECT_THROW(adjust(Values{NAN}), std::invalid_argument);
  }
  EXPECT_THROW(e_benjamini_hochberg(Values{NAN}), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
