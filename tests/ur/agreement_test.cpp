// Core against the reference of the same rules, throw by throw and move by move. Compiled twice:
// with as many plies as every run of the tests can bear, and with many more (TAVLAB_SLOW).
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/ur/parameters.h"
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
  // All that is rare has come about.
  for (const std::int64_t times :
       {coverage.passes, coverage.captures, coverage.backward, coverage.extra, coverage.barred,
        coverage.stacked, coverage.below, coverage.overshot}) {
    EXPECT_GT(times, 50);
  }
}

/// Every parameter takes every one of its values, or two where there are many.
TEST(ChosenRuleSets, EveryParameterIsCompared) {
  for (const ParameterSpec& spec : ur::schema().parameters) {
    std::set<std::string> values;
    for (const RuleSet& rule_set : chosen_rule_sets()) {
      values.insert(to_text(rule_set.at(spec.key)));
    }
    const bool is_choice = spec.type == ParameterSpec::Type::choice;
    EXPECT_GE(values.size(), is_choice ? spec.choices.size() : 2U) << spec.key;
  }
}

}  // namespace
}  // namespace tavlab::ur_agreement
