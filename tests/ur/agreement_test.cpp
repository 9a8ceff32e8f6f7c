// Core against the reference of the same rules, roll by roll and move by move. Compiled twice: with
// few plies for every run of the tests, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <string>

#include "core/ur/parameters.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/ur/agreement/duel.h"
#include "tests/ur/agreement/rule_sets.h"

namespace tavlab::ur_agreement {
namespace {

#ifdef TAVLAB_SLOW
constexpr std::int64_t kPliesPerRuleSet = 100'000;
constexpr int kDrawnRuleSets = 10'000;
constexpr std::int64_t kPliesPerDrawn = 500;
#else
constexpr std::int64_t kPliesPerRuleSet = 10'000;
constexpr int kDrawnRuleSets = 1'000;
constexpr std::int64_t kPliesPerDrawn = 300;
#endif

TEST(ChosenRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  compare_chosen<Duel>(chosen_rule_sets(), kPliesPerRuleSet, coverage);
  for (const char* ending : {"white: pieces home", "black: pieces home", "draw: nobody can move",
                             "white: nobody can move", "black: nobody can move"}) {
    EXPECT_GT(coverage.endings[ending], 10) << ending;
  }
}

TEST(DrawnRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  compare_drawn<Duel>(kDrawnRuleSets, kPliesPerDrawn, coverage, drawn_rule_set);
  // All rare cases have occurred.
  for (const std::int64_t times :
       {coverage.passes, coverage.captures, coverage.backward, coverage.extra, coverage.barred,
        coverage.stacked, coverage.below, coverage.overshot}) {
    EXPECT_GT(times, 50);
  }
}

TEST(ChosenRuleSets, EveryParameterIsCompared) {
  expect_every_value(ur::schema(), chosen_rule_sets());
}

}  // namespace
}  // namespace tavlab::ur_agreement
