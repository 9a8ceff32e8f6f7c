// Core against the reference of the same rules, move by move. Compiled twice: with as many plies as
// every run of the tests can bear, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/tavreli/parameters.h"
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

/// All that is rare has come about.
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
  for (const RuleSet& rule_set : chosen_rule_sets()) {
    const std::int64_t before = all.plies;
    Duel duel(rule_set, derive_seed({draws_seed(), hash_text(rule_set.id)}), all);
    const std::string complaint = duel.run(kPliesPerRuleSet);
    if (!complaint.empty()) ADD_FAILURE() << complaint;
    EXPECT_GE(all.plies - before, kPliesPerRuleSet) << rule_set.id;
  }
  std::cout << chosen_rule_sets().size() << " rule sets: " << all.text() << '\n';
  expect_all_seen(all);
}

TEST(DrawnRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  int compared = 0, refused = 0;
  for (std::uint64_t draw = 0; compared < kDrawnRuleSets && !HasFailure(); ++draw) {
    const RuleSet rule_set = drawn_rule_set(derive_seed({draws_seed(), draw}));
    try {
      Duel duel(rule_set, derive_seed({draws_seed(), draw, 1}), coverage);
      const std::string complaint = duel.run(kPliesPerDrawn);
      if (!complaint.empty()) ADD_FAILURE() << complaint;
      ++compared;
    } catch (const UserError&) {
      ++refused;
    }
  }
  std::cout << refused << " refused; " << coverage.text() << '\n';
  if (kSlow) expect_all_seen(coverage);  // few plies do not see everything
}

/// Every parameter takes every one of its values, or two where there are many.
TEST(ChosenRuleSets, EveryParameterIsCompared) {
  for (const ParameterSpec& spec : tavreli::schema().parameters) {
    std::set<std::string> values;
    for (const RuleSet& rule_set : chosen_rule_sets()) {
      values.insert(to_text(rule_set.at(spec.key)));
    }
    const bool is_choice = spec.type == ParameterSpec::Type::choice;
    EXPECT_GE(values.size(), is_choice ? spec.choices.size() : 2U) << spec.key;
  }
}

}  // namespace
}  // namespace tavlab::tavreli_agreement
