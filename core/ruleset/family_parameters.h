#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"

// What the families' schema.cpp and parameters.cpp are written with.
namespace tavlab {

/// A parameter that takes one of the choices, which stand in the order of its enumeration.
inline ParameterSpec choice(std::string_view key, std::string fallback,
                            std::vector<std::string_view> choices, std::string_view help) {
  return {key, ParameterSpec::Type::choice, std::move(fallback), help, std::move(choices)};
}
inline ParameterSpec flag(std::string_view key, bool fallback, std::string_view help) {
  return {key, ParameterSpec::Type::boolean, fallback, help};
}
/// An integer; `zero_name` is how 0 is written where it lies outside the range.
inline ParameterSpec number(std::string_view key, std::int64_t fallback, std::int64_t minimum,
                            std::int64_t maximum, std::string_view help,
                            std::string_view zero_name = {}) {
  return {key, ParameterSpec::Type::integer, fallback, help, {}, minimum, maximum, zero_name};
}
inline ParameterSpec texts(std::string_view key, std::vector<std::string> fallback,
                           std::string_view help) {
  return {key, ParameterSpec::Type::text_list, std::move(fallback), help};
}

/// The enumerator that stands at the choice's place in the parameter's list of choices, counted
/// from `first`.
template <typename Enum>
Enum choice_of(const RuleSet& rule_set, std::string_view key, Enum first = Enum{}) {
  const auto& choices = find_family_schema(rule_set.family)->find(key)->choices;
  const auto place = std::ranges::find(choices, rule_set.text(key)) - choices.begin();
  return static_cast<Enum>(static_cast<int>(first) + static_cast<int>(place));
}

inline int number_of(const RuleSet& rule_set, std::string_view key) {
  return static_cast<int>(rule_set.integer(key));
}

[[noreturn]] inline void throw_contradiction(const RuleSet& rule_set, const std::string& what) {
  throw UserError(fmt::format("{} ({}): {}", rule_set.id, rule_set.origin, what));
}

}  // namespace tavlab
