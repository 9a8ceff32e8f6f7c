// tavlab rules list|show|explain|parameters|diff
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/error.h"
#include "core/families.h"
#include "core/language.h"
#include "core/picture_text.h"
#include "core/ruleset/parameter_table.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

const Assumption* find_assumption(const RuleSet& rules, std::string_view key) {
  const auto found = std::ranges::find(rules.assumptions, key, &Assumption::key);
  return found == rules.assumptions.end() ? nullptr : &*found;
}

std::string alternatives_text(const RuleSet& rules, const Assumption& assumption,
                              Language language) {
  std::string text;
  const ParameterSpec* spec = rules.schema->find(assumption.key);
  for (const ParameterValue& value : assumption.alternatives) {
    if (!text.empty()) text += ", ";
    text += value_text(*spec, value);
  }
  return !text.empty() ? text : language == Language::russian ? "нет" : "none";
}

void list_rules(Language language, bool json) {
  Json all = Json::array();
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    if (json) {
      all.push_back({{"id", rules.id},
                     {"family", rules.family},
                     {"title", title_in(language, rules)},
                     {"hash", rules.hash_text()}});
    } else {
      fmt::print("{:<28} {:<8} {}\n", rules.id, rules.family, title_in(language, rules));
    }
  }
  if (json) print_json({{"rules", all}});
}

/// The start position as text and as a picture.
std::pair<std::string, Picture> start_of(const RuleSet& rules, Language language) {
  return visit_game(rules, [language](auto game, const auto& compiled) {
    using G = decltype(game);
    const auto start = G::start(*compiled);
    return std::pair(G::position_text(*compiled, start),
                     picture_in(language, G::family, G::picture(*compiled, start)));
  });
}

/// The board with what is beside it and a legend.
std::string board_text(const Picture& picture, Language language) {
  return picture_text(picture) + wrap(text_in(language, {}, legend_text(picture)), 92, 2);
}

Json rules_json(const RuleSet& rules, Language language) {
  Json parameters = Json::object();
  Json assumed = Json::object();
  for (const auto& [key, value] : rules.parameters) parameters[key] = value_json(value);
  for (const Assumption& assumption : rules.assumptions) {
    Json alternatives = Json::array();
    for (const ParameterValue& value : assumption.alternatives) {
      alternatives.push_back(value_json(value));
    }
    assumed[assumption.key] = {{"value", value_json(rules.at(assumption.key))},
                               {"reason", reason_in(language, rules, assumption)},
                               {"alternatives", alternatives}};
  }
  return {{"id", rules.id},
          {"family", rules.family},
          {"title", title_in(language, rules)},
          {"source", source_in(language, rules)},
          {"extends", rules.extends},
          {"hash", rules.hash_text()},
          {"parameters", parameters},
          {"assumed", assumed},
          {"start", start_of(rules, language).first}};
}

/// The headings of a rule set.
struct Headings {
  std::string_view family, hash, extends, source, start, parameters, assumptions, alternatives;
};
constexpr Headings kEnglishHeadings = {
    "family",      "hash",           "extends",
    "Source",      "Start position", "Parameters (* assumed: the source leaves it open)",
    "Assumptions", "alternatives"};
constexpr Headings kRussianHeadings = {
    "семейство",         "хеш",
    "на основе",         "Источник",
    "Начальная позиция", "Параметры (* принято: источник об этом молчит)",
    "Принятые значения", "другие"};

void print_rules(const RuleSet& rules, Language language) {
  const Headings& head = language == Language::russian ? kRussianHeadings : kEnglishHeadings;
  fmt::print("{}: {}\n", rules.id, title_in(language, rules));
  fmt::print("{} {}, {} {}{}\n\n", head.family, rules.family, head.hash, rules.hash_text(),
             rules.extends.empty() ? "" : fmt::format(", {} {}", head.extends, rules.extends));
  fmt::print("{}\n{}\n", head.source, wrap(source_in(language, rules), 92, 2));
  const auto [text, picture] = start_of(rules, language);
  fmt::print("{}\n{}  {}\n\n{}\n", head.start, board_text(picture, language), text,
             head.parameters);
  for (const ParameterSpec& spec : rules.schema->parameters) {
    const bool assumed = find_assumption(rules, spec.key) != nullptr;
    fmt::print(" {} {:<34} {}\n", assumed ? '*' : ' ', spec.key, rules.value_text(spec.key));
  }
  if (rules.assumptions.empty()) return;
  fmt::print("\n{}\n", head.assumptions);
  for (const Assumption& assumption : rules.assumptions) {
    fmt::print("  {} = {}   ({}: {})\n{}", assumption.key, rules.value_text(assumption.key),
               head.alternatives, alternatives_text(rules, assumption, language),
               wrap(reason_in(language, rules, assumption), 92, 6));
  }
}

Json terms_json(std::span<const Term> terms) {
  Json json = Json::object();
  for (const Term& term : terms) json[term.name] = term.meaning;
  return json;
}

Json words_json(const RuleSet& rules, const Words& words, Language language) {
  Json chapters = Json::array();
  for (const Words::Chapter& chapter : words.rules) {
    chapters.push_back({{"title", chapter.title}, {"sentences", chapter.sentences}});
  }
  return {{"id", rules.id},
          {"title", title_in(language, rules)},
          {"hash", rules.hash_text()},
          {"summary", words.summary},
          {"sides", terms_json(words.sides)},
          {"pieces", terms_json(words.pieces)},
          {"rules", chapters},
          {"endings", terms_json(words.endings)}};
}

/// The rules as sentences, generated from the parameters.
void explain_rules(const RuleSet& rules, Language language, bool json) {
  const Words words = words_of(rules, language);
  if (json) return print_json(words_json(rules, words, language));
  fmt::print("{}: {}\n{}\n{}{}\n", rules.id, title_in(language, rules), wrap(words.summary, 92, 2),
             board_text(start_of(rules, language).second, language), words_text(words, language));
  if (language == Language::russian) {
    fmt::print("`tavlab rules show {}` показывает параметры, их источник и то, о чём он молчит.\n",
               rules.id);
  } else {
    fmt::print(
        "`tavlab rules show {}` shows the parameters, their source and what it leaves open.\n",
        rules.id);
  }
}

void diff_rules(const RuleSet& a, const RuleSet& b, bool json) {
  Json differences = Json::object();
  if (a.family != b.family) {
    throw UserError(fmt::format(
        "{} is of the family {}, but {} of {}: they have no parameters in common; `tavlab compare` "
        "compares their games",
        a.id, a.family, b.id, b.family));
  }
  const bool same = a.content_hash() == b.content_hash();
  if (!json) fmt::print("{:<34} {:<28} {}\n", "", a.id, b.id);
  for (const ParameterSpec& spec : a.schema->parameters) {
    if (a.at(spec.key) == b.at(spec.key)) continue;
    if (json) {
      differences[std::string(spec.key)] = {value_json(a.at(spec.key)), value_json(b.at(spec.key))};
    } else {
      fmt::print("{:<34} {:<28} {}\n", spec.key, a.value_text(spec.key), b.value_text(spec.key));
    }
  }
  if (json) {
    print_json({{"a", a.id}, {"b", b.id}, {"same_game", same}, {"differences", differences}});
  } else if (same) {
    fmt::print("The two are the same game.\n");
  }
}

Json parameters_json(const FamilySchema& schema) {
  Json all = Json::array();
  for (const ParameterSpec& spec : schema.parameters) {
    Json conditions = Json::array();
    for (const Condition& condition : spec.conditions) conditions.push_back(condition.text);
    all.push_back({{"key", spec.key},
                   {"values", spec.allowed()},
                   {"default", value_json(spec.fallback)},
                   {"neutral", value_json(spec.neutral())},
                   {"since", spec.since},
                   {"needs", conditions},
                   {"help", spec.help},
                   {"inputs", spec.inputs}});
  }
  return {{"family", schema.family}, {"parameters", all}};
}

void print_parameters(const std::string& family, bool json) {
  const FamilySchema* schema = find_family_schema(family);
  if (schema == nullptr) {
    throw UserError(
        fmt::format("unknown family '{}'; families: {}", family, fmt::join(family_names(), ", ")));
  }
  if (json) {
    print_json(parameters_json(*schema));
  } else {
    fmt::print("{}", parameter_table(*schema));
  }
}

}  // namespace

void add_rules_command(App& app) {
  App* rules = app.add_subcommand("rules", "List, show, explain and compare rule sets");
  rules->require_subcommand(1);
  struct Options {
    RulesArguments rules;
    std::string second;
    std::optional<Language> language;
    bool json = false;

    [[nodiscard]] Language chosen_language() const {
      return language.value_or(language_of_environment());
    }
  };
  const auto add_language = [](App& command, const std::shared_ptr<Options>& options) {
    command.add_option(
        "--lang",
        [options](const std::string& name) { options->language = language_named("--lang", name); },
        "en or ru; by default the language of the environment");
  };

  const auto list = std::make_shared<Options>();
  App* command = rules->add_subcommand("list", "List the built-in rule sets");
  add_language(*command, list);
  add_json_flag(*command, list->json);
  command->callback([list] { list_rules(list->chosen_language(), list->json); });

  const auto show = std::make_shared<Options>();
  command =
      rules->add_subcommand("show", "Show a rule set's source, assumptions, board and parameters");
  show->rules.add_to(*command);
  add_language(*command, show);
  add_json_flag(*command, show->json);
  command->callback([show] {
    const RuleSet loaded = show->rules.load();
    if (show->json) {
      print_json(rules_json(loaded, show->chosen_language()));
    } else {
      print_rules(loaded, show->chosen_language());
    }
  });

  const auto explain = std::make_shared<Options>();
  command = rules->add_subcommand("explain", "Explain a rule set in sentences");
  explain->rules.add_to(*command);
  add_language(*command, explain);
  add_json_flag(*command, explain->json);
  command->callback([explain] {
    explain_rules(explain->rules.load(), explain->chosen_language(), explain->json);
  });

  const auto parameters = std::make_shared<Options>();
  command =
      rules->add_subcommand("parameters", "Print all parameters of a family as a Markdown table");
  command->add_option("FAMILY", parameters->second, "The family's name")->required();
  add_json_flag(*command, parameters->json);
  command->callback([parameters] { print_parameters(parameters->second, parameters->json); });

  const auto diff = std::make_shared<Options>();
  command = rules->add_subcommand("diff", "Compare the parameters of two rule sets");
  command->add_option("A", diff->rules.name, "A rule set's id or path")->required();
  command->add_option("B", diff->second, "Another")->required();
  add_json_flag(*command, diff->json);
  command->callback([diff] {
    diff_rules(load_rule_set(diff->rules.name), load_rule_set(diff->second), diff->json);
  });
}

}  // namespace tavlab::cli
