// tavlab rules show RULES
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/language.h"
#include "core/parameter_sentences.h"
#include "core/ruleset/names.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "experiments/text/table.h"
#include "tools/color.h"
#include "tools/rules_parts.h"

namespace tavlab::cli {
namespace {

struct ShowArguments {
  RulesArguments rules;
  std::optional<Language> language;
  bool all = false;
  bool toml = false;
  bool json = false;
};

/// The headings of the text.
struct Headings {
  std::string_view open, unsaid, unusual, nothing_unusual, only_parameters, special, all, more,
      none, usual, assumptions, alternatives, no_alternatives, start, source, family, extends;
};

constexpr Headings kEnglish = {
    "* The source leaves this open; see Assumptions below.",
    "Open, too, without a mark above",
    "What is special",
    "Nothing: all is as usual in the family.",
    "Only what the parameters below say.",
    "Parameters that differ from the usual of the family (* assumed: the source leaves it open)",
    "Parameters (* assumed: the source leaves it open)",
    "All {} parameters: `tavlab rules show {} --all`",
    "none",
    "usual: {}",
    "Assumptions",
    "alternatives: {}",
    "none",
    "Start position",
    "Source",
    "family {}, hash {}",
    ", extends {}"};
constexpr Headings kRussian = {
    "* Источник об этом молчит; см. ниже, что здесь принято.",
    "Источник молчит и об этом (выше не отмечено)",
    "Особенности",
    "Нет: всё как обычно в семействе.",
    "Только то, что говорят параметры ниже.",
    "Параметры, которые отличаются от обычных в семействе (* принято: источник молчит)",
    "Параметры (* принято: источник молчит)",
    "Все параметры ({}): `tavlab rules show {} --all`",
    "таких нет",
    "обычно: {}",
    "Принято там, где источник молчит",
    "другие возможности: {}",
    "нет",
    "Начальная позиция",
    "Источник",
    "семейство {}, хэш {}",
    ", основано на {}"};

const Assumption* assumption_of(const RuleSet& rules, std::string_view key) {
  const auto found = std::ranges::find(rules.assumptions, key, &Assumption::key);
  return found == rules.assumptions.end() ? nullptr : &*found;
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
  Json special = Json::array();
  for (const ParameterSpec& spec : rules.schema->parameters) {
    if (rules.at(spec.key) != spec.fallback) special.push_back(spec.key);
  }
  return {{"id", rules.id},
          {"family", rules.family},
          {"title", title_in(language, rules)},
          {"source", source_in(language, rules)},
          {"extends", rules.extends},
          {"hash", rules.hash_text()},
          {"parameters", parameters},
          {"differs", special},
          {"assumed", assumed},
          {"start", start_of(rules, language).first}};
}

void print_parameters(const RuleSet& rules, const std::string& named, const Headings& text,
                      bool all) {
  fmt::print("{}\n", bold(all ? text.all : text.special));
  std::size_t shown = 0;
  for (const ParameterSpec& spec : rules.schema->parameters) {
    const bool usual = rules.at(spec.key) == spec.fallback;
    if (usual && !all) continue;
    ++shown;
    const char mark = assumption_of(rules, spec.key) != nullptr ? '*' : ' ';
    const std::string value = rules.value_text(spec.key);
    const std::string other =
        usual ? ""
              : fmt::format(" ({})",
                            fmt::format(fmt::runtime(text.usual), value_text(spec, spec.fallback)));
    const std::string line =
        fmt::format(" {} {:<34} {:<{}}{}", mark, spec.key, value, usual ? 0 : 24, other);
    if (display_width(line) <= text_width()) {
      fmt::print("{}\n", line);
    } else {  // of many cells, or the rows of a board
      fmt::print(" {} {}\n{}", mark, spec.key, wrap(value + other, text_width(), 6));
    }
  }
  if (shown == 0) fmt::print("   {}\n", text.none);
  const std::size_t count = rules.schema->parameters.size();
  if (!all) fmt::print("{}\n", fmt::format(fmt::runtime(text.more), count, named));
}

void print_assumptions(const RuleSet& rules, const Headings& text, Language language) {
  if (rules.assumptions.empty()) return;
  fmt::print("\n{}\n", bold(text.assumptions));
  for (const Assumption& assumption : rules.assumptions) {
    const ParameterSpec& spec = *rules.schema->find(assumption.key);
    std::string others;
    for (const ParameterValue& value : assumption.alternatives) {
      others += (others.empty() ? "" : ", ") + value_text(spec, value);
    }
    if (others.empty()) others = text.no_alternatives;
    const std::string value =
        fmt::format("{} = {}   ({})", assumption.key, rules.value_text(assumption.key),
                    fmt::format(fmt::runtime(text.alternatives), others));
    fmt::print("{}{}",
               display_width(value) + 2 <= text_width() ? fmt::format("  {}\n", value)
                                                        : wrap(value, text_width(), 2),
               wrap(reason_in(language, rules, assumption), text_width(), 6));
  }
}

/// The sentences, with marks at those that the source leaves open, and then again those that are
/// unlike the family's usual rules.
void print_sentences(const RuleSet& rules, const Words& words, const Headings& text,
                     Language language) {
  const std::set<std::string> open = open_sentences(rules, words, language);
  fmt::print("{}", words_text(words, language, open, text_width()));
  if (!rules.assumptions.empty()) {
    const auto unsaid = unsaid_assumptions(rules, words, language);
    if (!unsaid.empty()) fmt::print("\n{}\n", text.unsaid);
    for (const Assumption* const each : unsaid) {
      const ParameterSpec& spec = *rules.schema->find(each->key);
      const ParameterWords named = parameter_words(*rules.schema, spec, language);
      fmt::print("  * {}{}: {}\n", named.group.empty() ? "" : named.group + ", ", named.name,
                 value_words(*rules.schema, spec, rules.at(each->key), language));
    }
    fmt::print("\n{}\n", text.open);
  }
  const std::set<std::string> special = special_sentences(rules, words, language);
  fmt::print("\n{}\n", bold(text.unusual));
  if (special.empty()) {
    const bool usual = std::ranges::all_of(rules.schema->parameters, [&](const auto& spec) {
      return rules.at(spec.key) == spec.fallback;
    });
    fmt::print("  {}\n", usual ? text.nothing_unusual : text.only_parameters);
  }
  // The first chapter has the board and where the pieces start, which say the least.
  for (std::size_t i = 1; i <= words.rules.size(); ++i) {
    const Words::Chapter& chapter = words.rules[i % words.rules.size()];
    for (const std::string& sentence : chapter.sentences) {
      if (!special.contains(sentence)) continue;
      // The chapter's title names the subject.
      std::string item = wrap(fmt::format("{}: {}", chapter.title, sentence), text_width(), 4);
      item[2] = open.contains(sentence) ? '*' : '-';
      fmt::print("{}", item);
    }
  }
  fmt::print("\n");
}

/// The game in sentences, then what is special about it, then where it comes from.
void print_rules(const RuleSet& rules, const std::string& named, Language language, bool all) {
  const Headings& text = language == Language::english ? kEnglish : kRussian;
  const Words words = words_of(rules, language);
  const auto [start, picture] = start_of(rules, language);
  fmt::print("{}\n{}\n{}", bold(fmt::format("{}: {}", rules.id, title_in(language, rules))),
             wrap(words.summary, text_width(), 2), board_text(picture, language));
  print_sentences(rules, words, text, language);
  print_parameters(rules, named, text, all);
  print_assumptions(rules, text, language);
  fmt::print("\n{}\n  {}\n\n{}\n{}", bold(text.start), start, bold(text.source),
             wrap(source_in(language, rules), text_width(), 2));
  fmt::print("  {}{}\n", fmt::format(fmt::runtime(text.family), rules.family, rules.hash_text()),
             rules.extends.empty() ? "" : fmt::format(fmt::runtime(text.extends), rules.extends));
}

/// As a file that can be loaded.
void print_toml(RuleSet rules) {
  rules.id = file_id(rules.id);
  fmt::print("{}", to_toml(rules));
}

void show(const ShowArguments& options) {
  const RuleSet rules = options.rules.load();
  const Language language = options.language.value_or(language_of_environment());
  if (options.json) return print_json(rules_json(rules, language));
  if (options.toml) return print_toml(rules);
  print_rules(rules, options.rules.words(), language, options.all);
}

}  // namespace

void add_rules_show(App& rules) {
  const auto options = std::make_shared<ShowArguments>();
  App* command = rules.add_subcommand(
      "show",
      "Show a rule set: in sentences, what is special about it, its assumptions and source");
  options->rules.add_to(*command);
  add_language_option(*command, options->language);
  Option* const all = command->add_flag("--all", options->all, "All parameters of the family");
  Option* const toml =
      command->add_flag("--toml", options->toml, "As a file, complete in itself")->excludes(all);
  add_json_flag(*command, options->json);
  command->get_option("--json")->excludes(all)->excludes(toml);
  command->callback([options] { show(*options); });
}

}  // namespace tavlab::cli
