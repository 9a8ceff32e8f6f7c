// tavlab rules find WORD...
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/near.h"
#include "core/notice.h"
#include "core/text.h"
#include "core/translation.h"
#include "core/words_languages.h"
#include "tools/rules_parts.h"

namespace tavlab::cli {
namespace {

struct FindArguments {
  std::vector<std::string> words;
  std::optional<Language> language;
  bool json = false;
};

/// A part of a rule set that is searched.
struct Part {
  std::string_view name;
  std::string text;  ///< folded
};

/// "in its title, source" in words.
std::string place_text(const std::vector<std::string_view>& names, Language language) {
  if (language == Language::english) return fmt::format("in its {}", fmt::join(names, ", "));
  const std::map<std::string_view, std::string_view> russian = {{"id", "id"},
                                                                {"title", "названии"},
                                                                {"family", "семействе"},
                                                                {"source", "источнике"},
                                                                {"sentences", "правилах"},
                                                                {"parameters", "параметрах"}};
  std::vector<std::string_view> words;
  for (const std::string_view name : names) words.push_back(russian.at(name));
  return fmt::format("в {}", fmt::join(words, ", "));
}

/// All that a rule set says of itself, in both languages.
std::string sentences_of(const RuleSet& rules) {
  std::string text;
  for (const Language language : {Language::english, Language::russian}) {
    const Words words = words_of(rules, language);
    text += words.summary + '\n' + words_text(words, language);
  }
  return text;
}

/// A text in both languages.
template <typename InLanguage>
std::string in_both(const InLanguage& text) {
  return folded(text(Language::english) + '\n' + text(Language::russian));
}

/// The parameters as they are searched for: "board.size=9". `all`: also those with the family's
/// usual value, which say nothing of this rule set.
std::string parameters_of(const RuleSet& rules, bool all) {
  std::string text;
  for (const ParameterSpec& spec : rules.schema->parameters) {
    if (!all && rules.at(spec.key) == spec.fallback) continue;
    text += fmt::format("{}={}\n", spec.key, rules.value_text(spec.key));
  }
  return text;
}

/// Whether a text has the word. One of up to three letters must begin a word there: it is part of
/// too many. Russian words end by their case: of a longer one, the last letter may be another.
bool says(const std::string& text, const std::string& word) {
  constexpr std::size_t kShort = 3;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c & 0x80) != 0; };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) {
    if (word.size() > kShort || at == 0 || !is_letter(text[at - 1])) return true;
  }
  constexpr std::size_t kShortest = 5, kLetterBytes = 2;
  const bool russian = (static_cast<unsigned char>(word.back()) & 0xC0) == 0x80;
  if (!russian || word.size() < kShortest * kLetterBytes) return false;
  return text.find(word.substr(0, word.size() - kLetterBytes)) != std::string::npos;
}

/// ", the nearest word is ..." among those of ids and titles.
std::string near_word(const std::string& word) {
  std::set<std::string> words;
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    std::string text = id + ' ' + rules.title + ' ' + title_in(Language::russian, rules);
    for (char& c : text) {
      if (std::string_view(",.'-()0123456789:;\"/").find(c) != std::string_view::npos) c = ' ';
    }
    for (const std::string_view each : words_in(text)) words.insert(folded(each));
  }
  return near_note(folded(word), std::vector<std::string>(words.begin(), words.end()));
}

/// The names of the parts with the words: each word must be in one of them. Empty if one is
/// missing; `known` gets those that are not.
std::vector<std::string_view> found_in(const RuleSet& rules, const std::vector<std::string>& words,
                                       std::set<std::string>& known) {
  const Part parts[] = {
      {"id", folded(rules.id)},
      {"family", folded(rules.family)},
      {"title", in_both([&](Language language) { return title_in(language, rules); })},
      {"source", in_both([&](Language language) { return source_in(language, rules); })},
      {"sentences", folded(sentences_of(rules))},
      {"parameters", folded(parameters_of(rules, false))},
      {"parameters", folded(parameters_of(rules, true))}};
  const std::size_t last = std::size(parts) - 1;
  bool all = true;
  std::vector<std::string_view> names;
  for (const std::string& word : words) {
    bool found = false;
    for (std::size_t i = 0; i <= last; ++i) {
      const Part& part = parts[i];
      if (i == last && word.find('=') == std::string::npos) continue;  // not KEY=VALUE
      if (!says(part.text, word)) continue;
      found = true;
      if (std::ranges::find(names, part.name) == names.end()) names.push_back(part.name);
    }
    if (found) known.insert(word);
    all = all && found;
  }
  return all ? names : std::vector<std::string_view>();
}

void find(const FindArguments& options, Context& context) {
  std::vector<std::string> words;
  for (const std::string& word : options.words) {
    if (word.empty()) throw UserError("rules find: WORD is empty");
    words.push_back(folded(word));
  }
  const Language language = options.language.value_or(language_of_environment());
  Json all = Json::array();
  std::size_t count = 0;
  std::set<std::string> known;
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    const std::vector<std::string_view> where = found_in(rules, words, known);
    if (where.empty()) continue;
    ++count;
    if (options.json) {
      all.push_back({{"id", id},
                     {"family", rules.family},
                     {"title", title_in(language, rules)},
                     {"found_in", where}});
    } else {
      fmt::print("{:<28} {:<8} {} ({})\n", id, rules.family, title_in(language, rules),
                 place_text(where, language));
    }
  }
  if (options.json) print_json({{"rules", all}});
  if (count > 0) return;
  context.exit_code = kRefuted;
  if (options.json) return;
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!known.contains(words[i])) missing.push_back(options.words[i]);
  }
  if (missing.empty()) missing = options.words;  // there is each of them, but not all in one
  notice(stderr, "no rule set says '{}'{}; `tavlab rules list` lists all\n",
         fmt::join(missing, "' and '"), missing.size() == 1 ? near_word(missing.front()) : "");
}

}  // namespace

void add_rules_find(App& rules, Context& context) {
  const auto options = std::make_shared<FindArguments>();
  App* command = rules.add_subcommand(
      "find", "Find rule sets by words in their titles, sources, sentences and parameters");
  command
      ->add_option("WORD", options->words,
                   "English or Russian, or a parameter as KEY=VALUE; each must be there")
      ->required();
  add_language_option(*command, options->language);
  add_json_flag(*command, options->json);
  command->footer("Exit code 1 if there is none.");
  command->callback([options, &context] { find(*options, context); });
}

}  // namespace tavlab::cli
