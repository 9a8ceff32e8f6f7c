#include "selfplay/agents/draw_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab {
namespace {

TEST(DrawModel, KeepsTheScore) {
  for (const double draws : {0.0, 0.1, 0.5, 0.9}) {
    for (const double score : {0.0, 1e-6, 0.2, 0.5, 0.77, 1.0}) {
      const Wdl wdl = with_draws(score, draws);
      EXPECT_NEAR(wdl.score(), score, 1e-6);
      EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-6);
      EXPECT_GE(wdl.win, -1e-6);
      EXPECT_GE(wdl.draw, 0);
      EXPECT_GE(wdl.loss, -1e-6);
    }
  }
}

TEST(DrawModel, IsThatOfDavidson) {
  EXPECT_NEAR(with_draws(0.5, 0.3).draw, 0.3, 1e-6);
  // A player twice as strong, with nu = 1: 2 : sqrt(2) : 1.
  const double sum = 3 + std::sqrt(2.0), score = (2 + std::sqrt(2.0) / 2) / sum;
  const Wdl wdl = with_draws(score, 1.0 / 3.0);
  EXPECT_NEAR(wdl.win, 2 / sum, 1e-6);
  EXPECT_NEAR(wdl.draw, std::sqrt(2.0) / sum, 1e-6);
  EXPECT_NEAR(with_draws(0.8, 0.3).draw, with_draws(0.2, 0.3).draw, 1e-6);
}

TEST(DrawModel, IsMeasuredForTheRulesThatComeWithTavlab) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const std::optional<double> draws = measured_draws(load_rule_set(id).content_hash());
    ASSERT_TRUE(draws.has_value()) << id << ": run tools/fit_draws.py";
    EXPECT_GE(*draws, 0) << id;
    EXPECT_LT(*draws, 1) << id;
  }
  EXPECT_FALSE(measured_draws(1).has_value());
}

}  // namespace
}  // namespace tavlab
