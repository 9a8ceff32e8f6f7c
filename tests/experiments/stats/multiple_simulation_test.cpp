// How many false claims are accepted among several.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <vector>

#include "experiments/stats/multiple.h"
#include "tests/experiments/stats/simulation.h"

namespace tavlab {
namespace {

constexpr int kExperiments = 10000;
constexpr std::size_t kClaims = 20;
constexpr std::size_t kTrue = 6;  // effects, which come first
constexpr double kAlpha = 0.05;

struct Errors {
  double any_false = 0.0;    // share of experiments with a false claim accepted
  double share_false = 0.0;  // mean share of false among the accepted
  double found = 0.0;        // mean share of effects accepted
};

struct Tally {
  Rate any_false;
  double share_false = 0.0;
  double found = 0.0;

  void add(const std::vector<double>& adjusted) {
    std::size_t wrong = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < kClaims; ++i) {
      if (adjusted[i] <= kAlpha) ++(i < kTrue ? right : wrong);
    }
    any_false.add(wrong > 0);
    if (wrong > 0) share_false += static_cast<double>(wrong) / static_cast<double>(wrong + right);
    found += static_cast<double>(right) / static_cast<double>(kTrue);
  }
  [[nodiscard]] Errors errors() const {
    return {any_false.value(), share_false / kExperiments, found / kExperiments};
  }
};

TEST(MultipleClaims, ControlTheirErrors) {
  Random random(71);
  for (const double correlation : {0.0, 0.5}) {
    Tally plain, step_down;
    for (int i = 0; i < kExperiments; ++i) {
      const double common = std::sqrt(correlation) * draw_normal(random);
      std::vector<double> p;
      for (std::size_t k = 0; k < kClaims; ++k) {
        const double z =
            common + std::sqrt(1.0 - correlation) * draw_normal(random) + (k < kTrue ? 3.0 : 0.0);
        p.push_back(normal_cdf(-z));
      }
      plain.add(p);
      step_down.add(holm(p));
    }
    const auto report = [&](const char* name, const Errors& errors) {
      std::cout << name << ", correlation " << correlation << ": any false " << errors.any_false
                << ", share false " << errors.share_false << ", found " << errors.found << '\n';
    };
    report("unadjusted", plain.errors());
    report("Holm", step_down.errors());
    EXPECT_GT(plain.errors().any_false, 0.2);
    EXPECT_LE(step_down.errors().any_false, kAlpha);
    EXPECT_GT(step_down.errors().found, 0.4);
  }
}

}  // namespace
}  // namespace tavlab
