// Core against the reference of the same rules, move by move. Compiled twice: with few plies for
// every run of the tests, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/tavreli/parameters.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/tavreli/agreement/duel.h"
#include "tests/tavreli/agreement/rule_sets.h"

namespace tavlab::tavreli_agreement {
namespace {

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
constexpr std::int64_t kPliesPerRuleSet = 20'000;
constexpr int kDrawnRuleSets = 1'000;
constexpr std::int64_t kPliesPerDrawn = 500;
#else
constexpr bool kSlow = false;
constexpr std::int64_t kPliesPerRuleSet = 1'000;
constexpr int kDrawnRuleSets = 100;
constexpr std::int64_t kPliesPerDrawn = 100;
#endif

/// All rare cases have occurred.
void expect_all_seen(const Coverage& coverage) {
  for (const auto& [what, times] :
       std::map<std::string, std::int64_t>{{"captures", coverage.captures},
                                           {"checks", coverage.checks},
                                           {"splits", coverage.splits},
                                           {"releases", coverage.releases},
                                           {"promotions", coverage.promotions},
                                           {"freed", coverage.freed},
                                           {"reversions", coverage.reversions},
                                           {"double steps", coverage.double_steps},
                                           {"en passant", coverage.en_passant},
                                           {"castlings", coverage.castlings},
                                           {"high towers", coverage.high_towers}}) {
    EXPECT_GT(times, 5) << what;
  }
  for (const char* reason : {"checkmate", "stalemate", "volkhv taken", "quiet plies", "total plies",
                             "insufficient material", "repetition"}) {
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
  expect_every_value(tavreli::schema(), chosen_rule_sets());
}

}  // namespace
}  // namespace tavlab::tavreli_agreement
