#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "nn/shipped_nets.h"
#include "serve/api/answers.h"
#include "serve/api/levels.h"

namespace tavlab::serve {
namespace {

std::string_view word(ParameterSpec::Type type) {
  constexpr std::array<std::string_view, 6> kWords = {
      "boolean", "integer", "choice", "choice_list", "text_list", "choice_or_text_list"};
  return kWords[static_cast<std::size_t>(type)];
}

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& each) { return Json(each); }, value);
}

Json terms_json(std::span<const Term> terms) {
  Json list = Json::array();
  for (const Term& term : terms) {
    list.push_back({{"name", term.name}, {"meaning", term.meaning}});
  }
  return list;
}

Json words_json(const Words& words) {
  Json chapters = Json::array();
  for (const Words::Chapter& chapter : words.rules) {
    chapters.push_back({{"title", chapter.title}, {"sentences", chapter.sentences}});
  }
  return {{"summary", words.summary},
          {"sides", terms_json(words.sides)},
          {"pieces", terms_json(words.pieces)},
          {"chapters", chapters},
          {"endings", terms_json(words.endings)}};
}

/// The names of sides and endings, which positions have in English, in the language of `words`.
Json names_json(const Words& english, const Words& words) {
  Json names = Json::object();
  for (std::size_t i = 0; i < english.sides.size(); ++i) {
    names[english.sides[i].name] = words.sides[i].name;
  }
  for (std::size_t i = 0; i < english.endings.size(); ++i) {
    names[english.endings[i].name] = words.endings[i].name;
  }
  return names;
}

Json assumption_json(const RuleSet& rules, const ParameterSpec& spec, Language language) {
  const auto found = std::ranges::find(rules.assumptions, spec.key, &Assumption::key);
  if (found == rules.assumptions.end()) return nullptr;
  Json alternatives = Json::array(), words = Json::array();
  for (const ParameterValue& value : found->alternatives) {
    alternatives.push_back(value_text(spec, value));
    words.push_back(value_words(*rules.schema, spec, value, language));
  }
  return {{"reason", reason_in(language, rules, *found)},
          {"alternatives", alternatives},
          {"alternatives_words", words}};
}

Json parameter_json(const RuleSet& rules, const ParameterSpec& spec, Language language) {
  const ParameterWords words = parameter_words(*rules.schema, spec, language);
  return {{"key", spec.key},
          {"name", words.name},
          {"group", words.group},
          {"type", word(spec.type)},
          {"value", value_json(rules.at(spec.key))},
          {"text", rules.value_text(spec.key)},
          {"words", value_words(*rules.schema, spec, rules.at(spec.key), language)},
          {"default_text", value_text(spec, spec.fallback)},
          {"choices", spec.choices},
          {"choices_words", words.choices},
          {"minimum", spec.minimum},
          {"maximum", spec.maximum},
          {"zero_name", spec.zero_name},
          {"zero_words", words.zero_name},
          {"help", words.help},
          {"has_effect", spec.lacking(rules).empty()},
          {"needs", words.needs},
          {"assumed", assumption_json(rules, spec, language)}};
}

}  // namespace

Json list_rule_sets(const Json& request) {
  const Language language = language_of(request);
  Json list = Json::array();
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    const auto [columns, rows, dice] = visit_game(rules, [](auto game, const auto& compiled) {
      using G = decltype(game);
      const Picture picture = G::picture(*compiled, G::start(*compiled));
      return std::tuple(picture.columns, picture.rows, G::has_chance(*compiled));
    });
    list.push_back({{"id", rules.id},
                    {"family", rules.family},
                    {"title", title_in(language, rules)},
                    {"source", source_in(language, rules)},
                    {"columns", columns},
                    {"rows", rows},
                    {"dice", dice},
                    {"hash", rules.hash_text()}});
  }
  return {{"rulesets", list}};
}

Json list_families(const Json& request) {
  const Language language = language_of(request);
  Json list = Json::array();
  for (const std::string_view name : family_names()) {
    list.push_back({{"name", name}, {"notation", notation_in(language, name)}});
  }
  return {{"families", list}};
}

Json describe_rules(const Json& request) {
  const RuleSet rules = rule_set_of(request);
  const Language language = language_of(request);
  const Words words = words_of(rules, language);
  const std::string net = shipped_net_for(identity_of(rules));
  Json parameters = Json::array();
  for (const ParameterSpec& spec : rules.schema->parameters) {
    parameters.push_back(parameter_json(rules, spec, language));
  }
  return {{"id", rules.id},
          {"family", rules.family},
          {"title", title_in(language, rules)},
          {"source", source_in(language, rules)},
          {"extends", rules.extends},
          {"hash", rules.hash_text()},
          {"changes", rules.overrides},
          {"words", words_json(words)},
          {"names", names_json(words_of(rules), words)},
          {"parameters", parameters},
          {"toml", to_toml(rules)},
          {"position", position_json(make_served_game(rules, std::nullopt, language)->view())},
          {"net", net.empty() ? Json(nullptr) : Json(net)},
          {"levels", levels_json(rules, language)}};
}

}  // namespace tavlab::serve
