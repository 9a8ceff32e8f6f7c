// Core against the reference of the same rules, ply by ply. Compiled twice: with few plies for
// every run of the tests, and with many (TAVLAB_SLOW) for the slow ones.
#include "tests/tafl/agreement/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tests/support/agreement.h"
#include "tests/support/draws.h"
#include "tests/tafl/reference/cases.h"

namespace tavlab::agreement {
namespace {

#ifdef TAVLAB_SLOW
constexpr std::int64_t kPliesPerPreset = 100'000;
constexpr int kDrawnRuleSets = 10'000;
constexpr std::int64_t kPliesPerDrawn = 200;
#else
constexpr std::int64_t kPliesPerPreset = 3'000;
constexpr int kDrawnRuleSets = 300;
constexpr std::int64_t kPliesPerDrawn = 100;
#endif

class Preset : public testing::TestWithParam<std::string> {};

TEST_P(Preset, CoreAgreesWithTheReference) {
  const RuleSet rule_set = load_rule_set(GetParam());
  Coverage coverage;
  const std::string complaint = compare(
      rule_set, kPliesPerPreset, derive_seed({draws_seed(), hash_text(GetParam())}), coverage);
  if (!complaint.empty()) ADD_FAILURE() << complaint;
  EXPECT_GE(coverage.plies, kPliesPerPreset);
  std::cout << coverage.text() << '\n';
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Preset, testing::ValuesIn(built_in_ids("tafl")),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ByHand, CoreAgreesWithTheReference) {
  for (const reference::Case& c : reference::cases()) {
    const std::string complaint = follow(reference::rule_set_of(c), c.position, c.moves);
    if (!complaint.empty()) ADD_FAILURE() << c.name << ": " << complaint;
  }
}

TEST(DrawnRuleSets, CoreAgreesWithTheReference) {
  Coverage coverage;
  const std::string complaint =
      compare_random_rule_sets(kDrawnRuleSets, kPliesPerDrawn, draws_seed(), coverage);
  if (!complaint.empty()) ADD_FAILURE() << complaint;
  std::cout << coverage.text() << '\n';
}

}  // namespace
}  // namespace tavlab::agreement
