// tavlab rules list|explain|parameters; the others are in their own files
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "core/error.h"
#include "core/families.h"
#include "core/language.h"
#include "core/near.h"
#include "core/parameter_sentences.h"
#include "core/picture_text.h"
#include "core/ruleset/parameter_table.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "tools/cli.h"
#include "tools/rules_parts.h"
#include "tools/terminal.h"

namespace tavlab::cli {

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

std::pair<std::string, Picture> start_of(const RuleSet& rules, Language language) {
  return visit_game(rules, [language](auto game, const auto& compiled) {
    using G = decltype(game);
    const auto start = G::start(*compiled);
    return std::pair(G::position_text(*compiled, start),
                     picture_in(language, G::family, G::picture(*compiled, start)));
  });
}

std::size_t text_width() {
  constexpr std::size_t kWidest = 92;
  return isatty(STDOUT_FILENO) != 0
             ? std::min(kWidest, static_cast<std::size_t>(
                                     std::max(terminal_size(STDOUT_FILENO).columns, 40)))
             : kWidest;
}

std::string board_text(const Picture& picture, Language language) {
  return picture_text(picture) + wrap(text_in(language, {}, legend_text(picture)), text_width(), 2);
}

namespace {

const FamilySchema& known_family(const std::string& family) {
  const FamilySchema* const schema = find_family_schema(family);
  if (schema == nullptr) {
    throw UserError(fmt::format("unknown family {}{}; families: {}", in_quotes(family),
                                near_note(family, family_names()),
                                fmt::join(family_names(), ", ")));
  }
  return *schema;
}

/// Of one family, or of all.
void list_rules(const std::string& family, Language language, bool json) {
  if (!family.empty()) (void)known_family(family);
  Json all = Json::array();
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    if (!family.empty() && rules.family != family) continue;
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
void explain_rules(const RulesArguments& named, Language language, bool json) {
  const RuleSet rules = named.load();
  const Words words = words_of(rules, language);
  if (json) return print_json(words_json(rules, words, language));
  const std::size_t width = text_width();
  const std::set<std::string> open = open_sentences(rules, words, language);
  fmt::print("{}: {}\n{}\n{}{}\n", rules.id, title_in(language, rules),
             wrap(words.summary, width, 2), board_text(start_of(rules, language).second, language),
             words_text(words, language, open, width));
  if (!open.empty()) {
    fmt::print("{}", wrap(language == Language::russian ? "* Источник об этом молчит."
                                                        : "* The source leaves this open.",
                          width, 0));
  }
  if (language == Language::russian) {
    fmt::print("`tavlab rules show {}` показывает параметры, их источник и то, о чём он молчит.\n",
               named.words());
  } else {
    fmt::print(
        "`tavlab rules show {}` shows the parameters, their source and what it leaves open.\n",
        named.words());
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
  const FamilySchema& schema = known_family(family);
  if (json) {
    print_json(parameters_json(schema));
  } else {
    fmt::print("{}", parameter_table(schema));
  }
}

}  // namespace

void add_language_option(App& app, std::optional<Language>& language) {
  app.add_option(
      "--lang", [&language](const std::string& name) { language = language_named("--lang", name); },
      "en or ru; by default the language of the environment");
}

void add_rules_command(App& app, Context& context) {
  App* rules = app.add_subcommand("rules", "List, find, show, write, check and compare rule sets");
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
  const auto list = std::make_shared<Options>();
  App* command = rules->add_subcommand("list", "List the built-in rule sets");
  command->add_option("FAMILY", list->second, "Only those of a family");
  add_language_option(*command, list->language);
  add_json_flag(*command, list->json);
  command->callback([list] { list_rules(list->second, list->chosen_language(), list->json); });

  add_rules_find(*rules, context);
  add_rules_show(*rules);

  const auto explain = std::make_shared<Options>();
  command = rules->add_subcommand("explain", "Explain a rule set in sentences");
  explain->rules.add_to(*command);
  add_language_option(*command, explain->language);
  add_json_flag(*command, explain->json);
  command->callback(
      [explain] { explain_rules(explain->rules, explain->chosen_language(), explain->json); });

  add_rules_files(*rules, context);

  const auto parameters = std::make_shared<Options>();
  command =
      rules->add_subcommand("parameters", "Print all parameters of a family as a Markdown table");
  command->add_option("FAMILY", parameters->second, "The family's name")->required();
  add_json_flag(*command, parameters->json);
  command->callback([parameters] { print_parameters(parameters->second, parameters->json); });

  add_rules_compare(*rules);
}

}  // namespace tavlab::cli
