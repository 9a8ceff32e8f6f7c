// Core against the reference implementation, move by move. Compiled twice: with few plies for every
// run of the tests, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/draughts/parameters.h"
#include "tests/draughts/agreement/duel.h"
#include "tests/draughts/agreement/rule_sets.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::draughts_agreement {
namespace {

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
constexpr std::int64_t kPliesPerRuleSet = 20'000;
constexpr int kDrawnRuleSets = 2'000;
constexpr std::int64_t kPliesPerDrawn = 500;
#else
constexpr bool kSlow = false;
constexpr std::int64_t kPliesPerRuleSet = 250;
constexpr int kDrawnRuleSets = 150;
constexpr std::int64_t kPliesPerDrawn = 100;
#endif

/// All rare cases have occurred.
void expect_all_seen(const Coverage& coverage) {
  for (const auto& [what, times] :
       std::map<std::string, std::int64_t>{{"captures", coverage.captures},
                                           {"long captures", coverage.long_captures},
                                           {"many ways", coverage.many_ways},
                                           {"long texts", coverage.long_texts},
                                           {"crowned", coverage.crowned},
                                           {"crowned in passing", coverage.crowned_passing},
                                           {"captures by kings", coverage.by_kings},
                                           {"circles", coverage.circles},
                                           {"high columns", coverage.high_columns},
                                           {"released", coverage.released},
                                           {"again", coverage.again},
                                           {"threats", coverage.threats}}) {
    EXPECT_GT(times, 5) << what;
  }
  for (const char* reason :
       {"no pieces left", "blocked", "moves by kings only", "three kings against one",
        "few pieces left", "total plies", "repetition"}) {
    EXPECT_GT(coverage.endings_by(reason), 0) << reason;
  }
}

TEST(ChosenRuleSets, CoreAgreesWithTheReference) {
  Coverage all;
  compare_chosen<Duel>(chosen_rule_sets(), kPliesPerRuleSet, all);
  expect_all_seen(all);
}

TEST(DrawnRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  compare_drawn<Duel>(kDrawnRuleSets, kPliesPerDrawn, coverage, drawn_rule_set);
  if (kSlow) expect_all_seen(coverage);  // few plies do not cover everything
}

TEST(ChosenRuleSets, EveryParameterIsCompared) {
  expect_every_value(draughts::schema(), chosen_rule_sets());
}

}  // namespace
}  // namespace tavlab::draughts_agreement
