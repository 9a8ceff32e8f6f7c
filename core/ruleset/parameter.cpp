// Parameters: allowed values, neutral values and conditions, and the identity of rules.
#include "core/ruleset/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"
#include "core/ruleset/rows.h"
#include "core/text.h"

namespace tavlab {

using Texts = std::vector<std::string>;
using Type = ParameterSpec::Type;

std::string to_text(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::to_string(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return fmt::format("[{}]", fmt::join(std::get<Texts>(value), ", "));
}

std::string ParameterSpec::allowed() const {
  const std::string names = fmt::format("{}", fmt::join(choices, ", "));
  switch (type) {
    case Type::boolean:
      return "true or false";
    case Type::integer:
      return zero_name.empty() ? fmt::format("an integer from {} to {}", minimum, maximum)
                               : fmt::format("an integer from {} to {}, or {} (0 also means {})",
                                             minimum, maximum, zero_name, zero_name);
    case Type::choice: {
      std::vector<std::string> meanings;
      for (const auto& [alias, meant] : aliases) {
        meanings.push_back(fmt::format("{} means {}", alias, meant));
      }
      return meanings.empty() ? "one of " + names
                              : fmt::format("one of {} ({})", names, fmt::join(meanings, ", "));
    }
    case Type::choice_list:
      return fmt::format("a list, without duplicates, of any of {}; [] for none", names);
    case Type::text_list:
      return "a list of texts";
    case Type::choice_or_text_list:
      return fmt::format("one of {}, or a list of texts", names);
  }
  return {};
}

const ParameterValue& ParameterSpec::neutral() const {
  return neutral_value ? *neutral_value : fallback;
}

std::string ParameterSpec::canonical_text(const RuleSet& rule_set) const {
  return canonical ? canonical(rule_set) : to_text(rule_set.at(key));
}

bool ParameterSpec::is_neutral(const RuleSet& rule_set) const {
  if (rule_set.at(key) == neutral()) return true;
  if (!canonical) return false;
  RuleSet other = rule_set;
  other.parameters[std::string(key)] = neutral();
  return canonical(other) == canonical(rule_set);
}

std::string ParameterSpec::lacking(const RuleSet& rule_set) const {
  for (const Condition& condition : conditions) {
    if (!condition.holds(rule_set)) return condition.text;
  }
  return {};
}

std::string ParameterSpec::refused_without(const RuleSet& rule_set) const {
  for (const Condition& condition : conditions) {
    if (condition.refused && !condition.holds(rule_set)) return condition.text;
  }
  return {};
}

std::string value_text(const ParameterSpec& spec, const ParameterValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number != nullptr && *number == 0 && !spec.zero_name.empty()) {
    return std::string(spec.zero_name);
  }
  return to_text(value);
}

const ParameterSpec* FamilySchema::find(std::string_view key) const {
  const auto found = std::ranges::find(parameters, key, &ParameterSpec::key);
  return found == parameters.end() ? nullptr : &*found;
}

RulesIdentity identity_of(const RuleSet& rule_set) {
  RulesIdentity identity{rule_set.id, rule_set.content_hash(), rule_set.schema, {}};
  for (const ParameterSpec& spec : rule_set.schema->parameters) {
    if (spec.is_neutral(rule_set)) continue;
    identity.parameters.emplace(spec.key, value_text(spec, rule_set.at(spec.key)));
  }
  return identity;
}

std::string all_faults_note(std::string_view path) {
  return fmt::format("; all faults with their lines: tavlab rules check {}", printable(path));
}

void throw_contradiction(const RuleSet& rule_set, const std::string& what) {
  const bool of_file = rule_set.origin.ends_with(".toml") && rule_set.overrides.empty();
  throw UserError(fmt::format("{} ({}): {}{}", rule_set.id, rule_set.origin, what,
                              of_file ? all_faults_note(rule_set.origin) : std::string()));
}

unsigned mask_of(const Texts& names, const MaskNames& masks) {
  unsigned mask = 0;
  for (const std::string& name : names) {
    mask |= std::ranges::find(masks, name, &MaskNames::value_type::first)->second;
  }
  return mask;
}

}  // namespace tavlab
