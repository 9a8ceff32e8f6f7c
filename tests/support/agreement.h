#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "tests/support/draws.h"

/// Shared code for comparing core with the reference of any family.
namespace tavlab {

/// The parameters in which a randomly drawn rule set differs from the built-in one that it started
/// from, which its `origin` names; one per line. Empty for others.
inline std::string differences(const RuleSet& rule_set) {
  if (!rule_set.id.starts_with("drawn-")) return "";
  const RuleSet base = load_rule_set(rule_set.origin);
  std::string text = fmt::format("which is {} but\n", rule_set.origin);
  for (const auto& [key, value] : rule_set.parameters) {
    if (value != base.at(key)) text += fmt::format("  {}={}\n", key, to_text(value));
  }
  return text;
}

/// The ids of a family's built-in rule sets.
inline std::vector<std::string> built_in_ids(std::string_view family) {
  std::vector<std::string> ids = builtin_rule_set_ids();
  std::erase_if(ids, [&](const std::string& id) { return load_rule_set(id).family != family; });
  return ids;
}

/// The rule set with each parameter in turn set to each of the `values_of` it (as in an override),
/// without those that contradict themselves; `always` are overrides of all of them.
template <FamilyGame G, typename ValuesOf>
void add_changes(const std::string& base, const std::vector<std::string>& always,
                 ValuesOf&& values_of, std::vector<RuleSet>& all) {
  const RuleSet unchanged = load_rule_set(base, always);
  for (const ParameterSpec& spec : G::schema().parameters) {
    for (const std::string& value : values_of(spec)) {
      if (value == unchanged.value_text(spec.key)) continue;
      std::vector<std::string> overrides = always;
      overrides.push_back(fmt::format("{}={}", spec.key, value));
      try {
        const RuleSet changed = load_rule_set(base, overrides);
        G::compile(changed);
        all.push_back(changed);
      } catch (const UserError&) {
      }
    }
  }
}

/// Sets each parameter that `is_drawn` to a `random_value` of it, with a probability drawn first.
template <typename IsDrawn, typename RandomValue>
void draw_parameters(Random& random, const FamilySchema& schema, IsDrawn&& is_drawn,
                     RandomValue&& random_value, RuleSet& rule_set) {
  const double changed = std::array{0.1, 0.3, 0.6, 1.0}[random.below(4)];
  for (const ParameterSpec& spec : schema.parameters) {
    if (!is_drawn(spec.key) || !chance(random, changed)) continue;
    rule_set.parameters[std::string(spec.key)] = random_value(random, spec);
  }
}

/// Names a drawn rule set by its seed; `differences` lists what was drawn.
inline void name_by_seed(RuleSet& rule_set, std::uint64_t seed) {
  rule_set.origin = rule_set.id;
  rule_set.id = fmt::format("drawn-{}", seed);
}

/// Compares `plies` plies under each rule set.
template <typename Duel, typename Coverage>
void compare_chosen(const std::vector<RuleSet>& rule_sets, std::int64_t plies, Coverage& coverage) {
  for (const RuleSet& rule_set : rule_sets) {
    const std::int64_t before = coverage.plies;
    Duel duel(rule_set, derive_seed({draws_seed(), hash_text(rule_set.id)}), coverage);
    const std::string complaint = duel.run(plies);
    if (!complaint.empty()) ADD_FAILURE() << complaint;
    EXPECT_GE(coverage.plies - before, plies) << rule_set.id;
  }
  std::cout << rule_sets.size() << " rule sets: " << coverage.text() << '\n';
}

/// Compares under rule sets that `draw(seed)` makes, leaving out those that contradict themselves,
/// until `wanted` are compared or one has failed.
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
