#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"
#include "tests/support/draws.h"

/// What comparing core with a family's reference takes in any family.
namespace tavlab {

/// The parameters in which a rule set that was drawn at random differs from the built-in one that
/// it began as, which its `origin` names; one a line. Empty for others.
inline std::string differences(const RuleSet& rule_set) {
  if (!rule_set.id.starts_with("drawn-")) return "";
  const RuleSet base = load_rule_set(rule_set.origin);
  std::string text = fmt::format("which is {} but\n", rule_set.origin);
  for (const auto& [key, value] : rule_set.parameters) {
    if (value != base.at(key)) text += fmt::format("  {}={}\n", key, to_text(value));
  }
  return text;
}

/// Compares under rule sets that `draw(seed)` makes, leaving out those that contradict themselves,
/// until `wanted` are compared or one has brought a complaint.
template <typename Duel, typename Coverage, typename Draw>
void compare_drawn(int wanted, std::int64_t plies, Coverage& coverage, Draw&& draw) {
  int compared = 0, refused = 0;
  for (std::uint64_t number = 0; compared < wanted && !testing::Test::HasFailure(); ++number) {
    const RuleSet rule_set = draw(derive_seed({draws_seed(), number}));
    try {
      Duel duel(rule_set, derive_seed({draws_seed(), number, 1}), coverage);
      const std::string complaint = duel.run(plies);
      if (!complaint.empty()) ADD_FAILURE() << complaint;
      ++compared;
    } catch (const UserError&) {
      ++refused;
    }
  }
  std::cout << refused << " refused; " << coverage.text() << '\n';
}

/// Every parameter takes every one of its values, or two where there are many.
inline void expect_every_value(const FamilySchema& schema, const std::vector<RuleSet>& rule_sets) {
  for (const ParameterSpec& spec : schema.parameters) {
    std::set<std::string> values;
    for (const RuleSet& rule_set : rule_sets) values.insert(to_text(rule_set.at(spec.key)));
    const bool is_choice = spec.type == ParameterSpec::Type::choice;
    EXPECT_GE(values.size(), is_choice ? spec.choices.size() : 2U) << spec.key;
  }
}

}  // namespace tavlab
