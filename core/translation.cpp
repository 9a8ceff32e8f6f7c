#include "core/translation.h"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/families.h"
#include "core/io/embedded.h"
#include "core/io/toml_reader.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_translations();

namespace {

using TextMap = std::map<std::string, std::string, std::less<>>;

/// An English text with parts that vary, written {}, and the Russian, where {0}, {1} ... stand for
/// them.
struct Pattern {
  std::vector<std::string> literals;  ///< around the parts
  std::string russian;
  std::size_t length = 0;  ///< of all literals

  Pattern(std::string_view english, std::string text) : russian(std::move(text)) {
    for (std::size_t hole = english.find("{}"); hole != std::string_view::npos;
         hole = english.find("{}")) {
      literals.emplace_back(english.substr(0, hole));
      english.remove_prefix(hole + 2);
    }
    literals.emplace_back(english);
    for (const std::string& literal : literals) length += literal.size();
    static_cast<void>(with(std::vector<std::string>(literals.size() - 1)));  // throws now or never
  }

  /// The parts of a text that has this form.
  [[nodiscard]] std::optional<std::vector<std::string_view>> match(std::string_view text) const {
    std::vector<std::string_view> parts;
    if (!text.starts_with(literals.front())) return std::nullopt;
    text.remove_prefix(literals.front().size());
    for (std::size_t i = 1; i < literals.size(); ++i) {
      const bool last = i + 1 == literals.size();
      if (last && !text.ends_with(literals[i])) return std::nullopt;
      const std::size_t end = last ? text.size() - literals[i].size() : text.find(literals[i]);
      if (end == std::string_view::npos) return std::nullopt;
      parts.push_back(text.substr(0, end));
      text.remove_prefix(end + literals[i].size());
    }
    return parts;
  }

  /// The Russian with these parts.
  [[nodiscard]] std::string with(const std::vector<std::string>& parts) const {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const std::string& part : parts) store.push_back(part);
    return fmt::vformat(russian, store);
  }
};

struct RussianParameter {
  std::string name, help;
  TextMap values;
  std::vector<std::string> needs;  ///< its conditions, if one is not of a form that all have
};

/// One file of translations.
struct Translation {
  std::string notation;
  TextMap texts;
  std::vector<Pattern> patterns;  ///< the longest first
  std::map<std::string, RussianParameter, std::less<>> parameters;
  TextMap groups;
  TextMap values;     ///< names of values that several parameters have
  TextMap rule_sets;  ///< titles, sources and reasons, by the English ones
};

const toml::table& table_of(const toml::table& file, std::string_view key) {
  static const toml::table none;
  const toml::table* const table = file[key].as_table();
  return table == nullptr ? none : *table;
}

TextMap texts_of(const toml::table& file, std::string_view key) {
  TextMap texts;
  for (const auto& [name, node] : table_of(file, key)) {
    texts.emplace(name.str(), node.value_or(std::string()));
  }
  return texts;
}

/// Pairs the texts of built-in rule sets with those of the file.
void add_rule_sets(Translation& translation, const toml::table& file) {
  const auto add = [&](const std::string& english, const toml::node* node) {
    if (node != nullptr) translation.rule_sets.emplace(english, node->value_or(std::string()));
  };
  for (const auto& [id, node] : table_of(file, "rulesets")) {
    const toml::table& table = *node.as_table();
    const RuleSet rules = load_rule_set(id.str());
    add(rules.title, table.get("title"));
    add(rules.source, table.get("source"));
    for (const Assumption& assumption : rules.assumptions) {
      add(assumption.reason, table_of(table, "reasons").get(assumption.key));
    }
  }
}

void add_parameters(Translation& translation, const toml::table& file) {
  for (const auto& [key, node] : table_of(file, "parameters")) {
    const toml::table& table = *node.as_table();
    RussianParameter& parameter = translation.parameters[std::string(key.str())];
    parameter.name = table["name"].value_or(std::string());
    parameter.help = table["help"].value_or(std::string());
    parameter.values = texts_of(table, "values");
    if (const toml::array* const needs = table["needs"].as_array()) {
      for (const toml::node& each : *needs) {
        parameter.needs.push_back(each.value_or(std::string()));
      }
    }
  }
}

Translation read_translation(const EmbeddedFile& embedded) {
  const toml::table file = parse_toml(embedded.content, embedded.name);
  Translation translation;
  translation.notation = file["notation"].value_or(std::string());
  for (auto& [english, russian] : texts_of(file, "texts")) {
    if (english.find("{}") == std::string::npos) {
      translation.texts.emplace(english, russian);
    } else {
      translation.patterns.emplace_back(english, russian);
    }
  }
  std::ranges::sort(translation.patterns, std::greater<>(), &Pattern::length);
  translation.groups = texts_of(file, "groups");
  translation.values = texts_of(file, "values");
  add_parameters(translation, file);
  add_rule_sets(translation, file);
  return translation;
}

/// The Russian of a family; that of all families for an empty name.
const Translation& russian_of(std::string_view family) {
  static const auto all = [] {
    std::map<std::string, Translation, std::less<>> translations;
    for (const EmbeddedFile& file : embedded_translations()) {
      const std::size_t slash = file.name.find('/');
      const std::string_view name =
          slash == std::string_view::npos ? std::string_view() : file.name.substr(0, slash);
      translations.emplace(name, read_translation(file));
    }
    return translations;
  }();
  static const Translation none;
  const auto found = all.find(family);
  return found == all.end() ? none : found->second;
}

/// The Russian of a text of the family, or of all; its parts that vary are translated in turn. Null
/// if there is none.
std::optional<std::string> russian_text(std::string_view family, std::string_view english) {
  for (const Translation* from : {&russian_of(family), &russian_of({})}) {
    const auto found = from->texts.find(english);
    if (found != from->texts.end()) return found->second;
  }
  for (const Translation* from : {&russian_of(family), &russian_of({})}) {
    for (const Pattern& pattern : from->patterns) {
      const auto parts = pattern.match(english);
      if (!parts) continue;
      std::vector<std::string> russian;
      for (const std::string_view part : *parts) {
        russian.push_back(russian_text(family, part).value_or(std::string(part)));
      }
      return pattern.with(russian);
    }
  }
  return std::nullopt;
}

std::string spaced(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::string found_or(const TextMap& texts, std::string_view key, std::string_view fallback) {
  const auto found = texts.find(key);
  return found == texts.end() ? std::string(fallback) : found->second;
}

/// The name of a choice, or of 0.
std::string choice_name(const FamilySchema& schema, const ParameterSpec& spec,
                        std::string_view choice, Language language) {
  if (language == Language::english) return spaced(choice);
  const Translation& russian = russian_of(schema.family);
  const std::string shared = found_or(russian.values, choice, spaced(choice));
  const auto parameter = russian.parameters.find(spec.key);
  if (parameter == russian.parameters.end()) return shared;
  return found_or(parameter->second.values, choice, shared);
}

/// "взятие, стена щитов".
std::string russian_name(const FamilySchema& schema, std::string_view key) {
  const Translation& russian = russian_of(schema.family);
  const auto found = russian.parameters.find(key);
  const std::string name = found == russian.parameters.end() ? spaced(key) : found->second.name;
  const std::string group = found_or(russian.groups, key.substr(0, key.find('.')), "");
  return group.empty() ? name : fmt::format("{}, {}", group, name);
}

/// A condition of the form "dice.kind = parity or distance", or "squares.finish" for any value;
/// others as they are.
std::string russian_condition(const FamilySchema& schema, std::string_view text) {
  constexpr std::string_view kIs = " = ", kOr = " or ";
  const std::size_t is = text.find(kIs);
  const std::string_view key = text.substr(0, is);
  const ParameterSpec* const spec = schema.find(key);
  if (spec == nullptr) return text_in(Language::russian, schema.family, text);
  if (is == std::string_view::npos) return russian_name(schema, key);
  std::vector<std::string> values;
  for (std::string_view rest = text.substr(is + kIs.size()); !rest.empty();) {
    const std::size_t end = rest.find(kOr);
    const std::string_view value = rest.substr(0, end);
    values.push_back(value == "true" ? "да"
                     : value == "false" || value == "[]"
                         ? "нет"
                         : choice_name(schema, *spec, value, Language::russian));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + kOr.size());
  }
  return fmt::format("{}: {}", russian_name(schema, key), fmt::join(values, " или "));
}

std::string rule_set_text(Language language, const RuleSet& rule_set, const std::string& english) {
  if (language == Language::english) return english;
  return found_or(russian_of(rule_set.family).rule_sets, english, english);
}

}  // namespace

ParameterWords parameter_words(const FamilySchema& schema, const ParameterSpec& spec,
                               Language language) {
  const std::size_t dot = spec.key.find('.'), last = spec.key.rfind('.');
  const std::string_view group =
      dot == std::string_view::npos ? std::string_view() : spec.key.substr(0, dot);
  ParameterWords words{
      spaced(spec.key.substr(last + 1)), spaced(group), std::string(spec.help), {}, {}, {}};
  for (const std::string_view choice : spec.choices) {
    words.choices.push_back(choice_name(schema, spec, choice, language));
  }
  if (!spec.zero_name.empty()) {
    words.zero_name = choice_name(schema, spec, spec.zero_name, language);
  }
  for (const Condition& condition : spec.conditions) {
    words.needs.push_back(language == Language::russian ? russian_condition(schema, condition.text)
                                                        : condition.text);
  }
  if (language == Language::english) return words;
  const Translation& russian = russian_of(schema.family);
  words.group = found_or(russian.groups, group, words.group);
  const auto found = russian.parameters.find(spec.key);
  if (found == russian.parameters.end()) return words;
  words.name = found->second.name;
  words.help = found->second.help;
  if (found->second.needs.size() == words.needs.size()) words.needs = found->second.needs;
  return words;
}

std::string value_words(const FamilySchema& schema, const ParameterSpec& spec,
                        const ParameterValue& value, Language language) {
  const bool russian = language == Language::russian;
  if (const bool* const flag = std::get_if<bool>(&value)) {
    return russian ? (*flag ? "да" : "нет") : (*flag ? "yes" : "no");
  }
  const auto named = [&](const std::string& item) {
    const bool is_choice =
        item == spec.zero_name || std::ranges::find(spec.choices, item) != spec.choices.end();
    return is_choice ? choice_name(schema, spec, item, language) : item;
  };
  const auto* const items = std::get_if<std::vector<std::string>>(&value);
  if (items == nullptr) return named(value_text(spec, value));
  std::vector<std::string> names;
  for (const std::string& item : *items) names.push_back(named(item));
  if (names.empty()) return russian ? "ничего" : "nothing";
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string title_in(Language language, const RuleSet& rule_set) {
  return rule_set_text(language, rule_set, rule_set.title);
}

std::string source_in(Language language, const RuleSet& rule_set) {
  return rule_set_text(language, rule_set, rule_set.source);
}

std::string reason_in(Language language, const RuleSet& rule_set, const Assumption& assumption) {
  return rule_set_text(language, rule_set, assumption.reason);
}

std::string text_in(Language language, std::string_view family, std::string_view english) {
  if (language == Language::english) return std::string(english);
  return russian_text(family, english).value_or(std::string(english));
}

Picture picture_in(Language language, std::string_view family, Picture picture) {
  const auto translate = [&](std::string& text) { text = text_in(language, family, text); };
  for (SquareMark& mark : picture.marks) translate(mark.meaning);
  for (PieceLook& look : picture.looks) translate(look.name);
  for (std::string& player : picture.players) translate(player);
  for (std::string& line : picture.beside) translate(line);
  return picture;
}

std::string notation_in(Language language, std::string_view family) {
  const std::string_view english = family_notation(family);
  const std::string& russian = russian_of(family).notation;
  return language == Language::english || russian.empty() ? std::string(english) : russian;
}

}  // namespace tavlab
