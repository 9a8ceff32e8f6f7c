// Parameter values: checking, parsing and formatting.
#include "core/ruleset/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/error.h"
#include "core/near.h"
#include "core/text.h"

namespace tavlab {

using Texts = std::vector<std::string>;
using Type = ParameterSpec::Type;

namespace ruleset_values {
namespace {

bool is_choice(const ParameterSpec& spec, std::string_view text) {
  return std::ranges::find(spec.choices, text) != spec.choices.end();
}

/// List items are free strings, but "[a, b]" must be unambiguous.
bool is_clean_item(std::string_view item) {
  return !item.empty() && item.front() != ' ' && item.back() != ' ' &&
         std::ranges::none_of(item, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f ||
                  std::string_view(",[]{}\"'=").find(c) != std::string_view::npos;
         });
}

std::optional<ParameterValue> checked_integer(const ParameterSpec& spec,
                                              const ParameterValue& given) {
  if (const auto* number = std::get_if<std::int64_t>(&given)) {
    if (*number >= spec.minimum && *number <= spec.maximum) return given;
    if (*number == 0 && !spec.zero_name.empty()) return given;
  }
  if (const auto* text = std::get_if<std::string>(&given)) {
    if (!spec.zero_name.empty() && *text == spec.zero_name) return std::int64_t{0};
  }
  return std::nullopt;
}

std::optional<ParameterValue> checked_choice(const ParameterSpec& spec,
                                             const ParameterValue& given) {
  if (std::holds_alternative<Texts>(given)) return std::nullopt;
  const std::string text = to_text(given);
  if (std::holds_alternative<std::string>(given) && is_choice(spec, text)) return given;
  for (const auto& [alias, choice] : spec.aliases) {
    if (text == alias) return std::string(choice);
  }
  return std::nullopt;
}

std::optional<ParameterValue> checked_choice_list(const ParameterSpec& spec,
                                                  const ParameterValue& given) {
  const auto* items = std::get_if<Texts>(&given);
  if (items == nullptr) return std::nullopt;
  Texts ordered;
  for (const std::string_view choice : spec.choices) {
    if (std::ranges::find(*items, choice) != items->end()) ordered.emplace_back(choice);
  }
  // Fewer than given: one is unknown or duplicate.
  if (ordered.size() != items->size()) return std::nullopt;
  return ordered;
}

std::optional<ParameterValue> checked_text_list(const ParameterSpec& spec,
                                                const ParameterValue& given) {
  if (const auto* text = std::get_if<std::string>(&given)) {
    if (spec.type == Type::choice_or_text_list && is_choice(spec, *text)) return given;
    return std::nullopt;
  }
  const auto* items = std::get_if<Texts>(&given);
  if (items == nullptr || !std::ranges::all_of(*items, is_clean_item)) return std::nullopt;
  return given;
}

}  // namespace

void throw_unknown_key(std::string_view where, std::string_view key,
                       const std::vector<std::string_view>& known) {
  const std::string note = near_note(key, known);
  throw UserError(fmt::format("{}: unknown key {}{}", printable(where), in_quotes(key),
                              note.empty() ? "; `tavlab help rules` lists all" : note));
}

void throw_bad_value(std::string_view where, std::string_view key, std::string_view given,
                     std::string_view allowed) {
  throw UserError(fmt::format("{}: {} is {}, but must be {}", printable(where), printable(key),
                              in_quotes(given), allowed));
}

ParameterValue checked(const ParameterSpec& spec, const ParameterValue& given,
                       std::string_view where) {
  std::optional<ParameterValue> value;
  switch (spec.type) {
    case Type::boolean:
      if (std::holds_alternative<bool>(given)) value = given;
      break;
    case Type::integer:
      value = checked_integer(spec, given);
      break;
    case Type::choice:
      value = checked_choice(spec, given);
      break;
    case Type::choice_list:
      value = checked_choice_list(spec, given);
      break;
    case Type::text_list:
    case Type::choice_or_text_list:
      value = checked_text_list(spec, given);
      break;
  }
  if (!value) {
    const std::string text = to_text(given);
    const bool quoted = std::holds_alternative<std::string>(given) &&
                        ((spec.type == Type::boolean && (text == "true" || text == "false")) ||
                         (spec.type == Type::integer && parse_number(text)));
    const bool is_item = std::holds_alternative<std::string>(given) &&
                         ((spec.type == Type::choice_list && is_choice(spec, text)) ||
                          (spec.type == Type::text_list && is_clean_item(text)));
    const std::string note = quoted    ? ", without quotation marks"
                             : is_item ? fmt::format("; as a list: [\"{}\"]", text)
                                       : near_note(text, spec.choices);
    throw_bad_value(where, spec.key, text, spec.allowed() + note);
  }
  return *value;
}

void require_effect(const RuleSet& rule_set, std::string_view key, std::string_view where,
                    bool strict) {
  const ParameterSpec& spec = *rule_set.schema->find(key);
  const bool is_assumed =
      std::ranges::find(rule_set.assumptions, key, &Assumption::key) != rule_set.assumptions.end();
  if (rule_set.at(key) == spec.fallback && !(strict && is_assumed)) return;
  const std::string lacking = strict ? spec.lacking(rule_set) : spec.refused_without(rule_set);
  if (lacking.empty()) return;
  throw UserError(fmt::format("{}: {} = {} has no effect without {}", printable(where), key,
                              value_text(spec, rule_set.at(key)), lacking));
}

std::vector<std::string_view> keys(const FamilySchema& schema) {
  std::vector<std::string_view> all;
  for (const ParameterSpec& spec : schema.parameters) all.push_back(spec.key);
  return all;
}

}  // namespace ruleset_values

namespace {

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                      (text.front() == '"' || text.front() == '\'');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// "a,b", "[a, b]" and "['a', 'b']" as a list; "[]" and "" as the empty one.
Texts split_list(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  Texts items;
  if (text.empty()) return items;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    items.emplace_back(unquoted(trimmed(text.substr(start, comma - start))));
    start = comma + 1;
  }
  return items;
}

/// The text as a value of the parameter's type if it can be parsed as one.
ParameterValue interpreted(const ParameterSpec& spec, std::string_view text) {
  switch (spec.type) {
    case Type::boolean:
      if (text == "true" || text == "false") return text == "true";
      break;
    case Type::integer: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc{} && end == text.data() + text.size()) return number;
      break;
    }
    case Type::choice:
      break;
    case Type::choice_or_text_list:
      if (text.find_first_of("[,") == std::string_view::npos) break;
      return split_list(text);
    case Type::choice_list:
    case Type::text_list:
      return split_list(text);
  }
  return std::string(unquoted(text));
}

}  // namespace

ParameterValue parse_parameter_value(const ParameterSpec& spec, std::string_view text,
                                     std::string_view where) {
  return ruleset_values::checked(spec, interpreted(spec, trimmed(text)), where);
}

}  // namespace tavlab
