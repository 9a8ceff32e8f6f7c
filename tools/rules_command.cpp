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

std::string alternatives_text(const RuleSet& rules, const Assumption& assumption) {
  std::string text;
  const ParameterSpec* spec = rules.schema->find(assumption.key);
  for (const ParameterValue& value : assumption.alternatives) {
    if (!text.empty()) text += ", ";
    text += value_text(*spec, value);
  }
  return text.empty() ? "none" : text;
}

void list_rules(bool json) {
  Json all = Json::array();
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    if (json) {
      all.push_back({{"id", rules.id},
                     {"family", rules.family},
                     {"title", rules.title},
                     {"hash", rules.hash_text()}});
    } else {
      fmt::print("{:<28} {:<8} {}\n", rules.id, rules.family, rules.title);
    }
  }
  if (json) print_json({{"rules", all}});
}

/// The start position as text and as a picture.
std::pair<std::string, Picture> start_of(const RuleSet& rules) {
  return visit_game(rules, [](auto game, const auto& compiled) {
    using G = decltype(game);
    const auto start = G::start(*compiled);
    return std::pair(G::position_text(*compiled, start), G::picture(*compiled, start));
  });
}

/// The board with what is beside it and a legend, in English.
std::string board_text(const Picture& picture) {
  return picture_text(picture) + wrap(legend_text(picture), 92, 2);
}

Json rules_json(const RuleSet& rules) {
  Json parameters = Json::object();
  Json assumed = Json::object();
  for (const auto& [key, value] : rules.parameters) parameters[key] = value_json(value);
  for (const Assumption& assumption : rules.assumptions) {
    Json alternatives = Json::array();
    for (const ParameterValue& value : assumption.alternatives) {
      alternatives.push_back(value_json(value));
    }
    assumed[assumption.key] = {{"value", value_json(rules.at(assumption.key))},
                               {"reason", assumption.reason},
                               {"alternatives", alternatives}};
  }
  return {{"id", rules.id},           {"family", rules.family},   {"title", rules.title},
          {"source", rules.source},   {"extends", rules.extends}, {"hash", rules.hash_text()},
          {"parameters", parameters}, {"assumed", assumed},       {"start", start_of(rules).first}};
}

void print_rules(const RuleSet& rules) {
  fmt::print("{}: {}\n", rules.id, rules.title);
  fmt::print("family {}, hash {}{}\n\n", rules.family, rules.hash_text(),
             rules.extends.empty() ? "" : ", extends " + rules.extends);
  fmt::print("Source\n{}\n", wrap(rules.source, 92, 2));
  const auto [text, picture] = start_of(rules);
  fmt::print("Start position\n{}  {}\n\nParameters (* assumed: the source leaves it open)\n",
             board_text(picture), text);
  for (const ParameterSpec& spec : rules.schema->parameters) {
    const bool assumed = find_assumption(rules, spec.key) != nullptr;
    fmt::print(" {} {:<34} {}\n", assumed ? '*' : ' ', spec.key, rules.value_text(spec.key));
  }
  if (rules.assumptions.empty()) return;
  fmt::print("\nAssumptions\n");
  for (const Assumption& assumption : rules.assumptions) {
    fmt::print("  {} = {}   (alternatives: {})\n{}", assumption.key,
               rules.value_text(assumption.key), alternatives_text(rules, assumption),
               wrap(assumption.reason, 92, 6));
  }
}

Json terms_json(std::span<const Term> terms) {
  Json json = Json::object();
  for (const Term& term : terms) json[term.name] = term.meaning;
  return json;
}

Json words_json(const RuleSet& rules, const Words& words) {
  Json chapters = Json::array();
  for (const Words::Chapter& chapter : words.rules) {
    chapters.push_back({{"title", chapter.title}, {"sentences", chapter.sentences}});
  }
  return {{"id", rules.id},
          {"title", rules.title},
          {"hash", rules.hash_text()},
          {"summary", words.summary},
          {"sides", terms_json(words.sides)},
          {"pieces", terms_json(words.pieces)},
          {"rules", chapters},
          {"endings", terms_json(words.endings)}};
}

/// The board alone: sentences name its pieces and squares, and the words of a picture are English.
std::string bare_board_text(Picture picture) {
  picture.beside.clear();
  return picture_text(picture);
}

/// The rules as sentences, generated from the parameters.
void explain_rules(const RuleSet& rules, Language language, bool json) {
  const Words words = words_of(rules, language);
  if (json) return print_json(words_json(rules, words));
  const bool russian = language == Language::russian;
  const Picture picture = start_of(rules).second;
  fmt::print("{}: {}\n{}\n{}{}\n", rules.id, rules.title, wrap(words.summary, 92, 2),
             russian ? bare_board_text(picture) : board_text(picture), words_text(words, language));
  if (russian) {
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
  };

  const auto list = std::make_shared<Options>();
  App* command = rules->add_subcommand("list", "List the built-in rule sets");
  add_json_flag(*command, list->json);
  command->callback([list] { list_rules(list->json); });

  const auto show = std::make_shared<Options>();
  command =
      rules->add_subcommand("show", "Show a rule set's source, assumptions, board and parameters");
  show->rules.add_to(*command);
  add_json_flag(*command, show->json);
  command->callback([show] {
    const RuleSet loaded = show->rules.load();
    if (show->json) {
      print_json(rules_json(loaded));
    } else {
      print_rules(loaded);
    }
  });

  const auto explain = std::make_shared<Options>();
  command = rules->add_subcommand("explain", "Explain a rule set in sentences");
  explain->rules.add_to(*command);
  command->add_option(
      "--lang",
      [explain](const std::string& name) { explain->language = language_named("--lang", name); },
      "en or ru; by default the language of the environment");
  add_json_flag(*command, explain->json);
  command->callback([explain] {
    explain_rules(explain->rules.load(), explain->language.value_or(language_of_environment()),
                  explain->json);
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
