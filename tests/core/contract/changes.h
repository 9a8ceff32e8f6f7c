#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "tests/core/contract/contract.h"

/// Rule sets that are one change away from another.
namespace tavlab {

/// Values that a parameter might have instead, as overrides write them.
inline std::vector<std::string> other_values(const ParameterSpec& spec,
                                             const ParameterValue& value) {
  using Type = ParameterSpec::Type;
  std::vector<std::string> all;
  const auto list = [](const std::vector<std::string>& items) {
    return fmt::format("[{}]", fmt::join(items, ","));
  };
  if (const auto* flag = std::get_if<bool>(&value)) all.emplace_back(*flag ? "false" : "true");
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    for (const std::int64_t other : {*number + 1, *number - 1, *number + 2, spec.minimum}) {
      if (other >= spec.minimum && other <= spec.maximum) all.push_back(std::to_string(other));
    }
    if (!spec.zero_name.empty()) all.emplace_back(spec.zero_name);
  }
  if (spec.type == Type::choice || spec.type == Type::choice_or_text_list) {
    all.insert(all.end(), spec.choices.begin(), spec.choices.end());
  }
  if (spec.type == Type::choice_list) {
    for (const std::string_view choice : spec.choices) all.push_back(fmt::format("[{}]", choice));
  }
  if (const auto* items = std::get_if<std::vector<std::string>>(&value)) {
    all.emplace_back("[]");
    if (!items->empty()) {
      all.push_back(list({items->begin(), items->end() - 1}));
      all.push_back(list({items->begin() + 1, items->end()}));
    }
    if (spec.type == Type::text_list) {
      for (const char* square : {"a1", "d1", "e2", "e8"}) {
        auto more = *items;
        more.emplace_back(square);
        all.push_back(list(more));
        all.push_back(list({square}));
      }
    }
  }
  return all;
}

/// The rule set with one parameter changed.
inline RuleSet changed(const Variant& variant, std::string_view key, const std::string& value) {
  const std::string set = std::string(key) + "=";
  std::vector<std::string> overrides = variant.overrides;
  std::erase_if(overrides, [&](const std::string& each) { return each.starts_with(set); });
  overrides.push_back(set + value);
  return load_rule_set(variant.rules, overrides);
}

}  // namespace tavlab
