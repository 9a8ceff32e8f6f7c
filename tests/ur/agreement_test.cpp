// Core against the reference of the same rules, roll by roll and move by move. Compiled twice:
// with as many plies as every run of the tests can bear, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>
#include <vector>

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
  std::map<std::string, int> endings;
  for (const RuleSet& rule_set : chosen_rule_sets()) {
    Coverage coverage;
    Duel duel(rule_set, derive_seed({draws_seed(), hash_text(rule_set.id)}), coverage);
    const std::string complaint = duel.run(kPliesPerRuleSet);
    if (!complaint.empty()) ADD_FAILURE() << complaint;
    EXPECT_GE(coverage.plies, kPliesPerRuleSet) << rule_set.id;
    std::cout << rule_set.id << ": " << coverage.text() << '\n';
    for (const auto& [ending, games] : coverage.endings) endings[ending] += games;
  }
  for (const char* ending : {"white: pieces home", "black: pieces home", "draw: nobody can move",
                             "white: nobody can move", "black: nobody can move"}) {
    EXPECT_GT(endings[ending], 10) << ending;
  }
}

TEST(DrawnRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  compare_drawn<Duel>(kDrawnRuleSets, kPliesPerDrawn, coverage, drawn_rule_set);
  // All that is rare has come about.
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
