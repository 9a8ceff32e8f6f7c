#include "core/ruleset/find.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/near.h"
#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "core/translation.h"

namespace tavlab {
namespace {

struct NamedRuleSet {
  std::string id;
  std::vector<std::string> words;  ///< of the id and the titles, folded
};

std::vector<std::string> folded_words(std::string_view given) {
  std::string text = folded(given);
  std::ranges::replace_if(
      text, [](char c) { return std::string_view("-_.,:()'").find(c) != std::string_view::npos; },
      ' ');
  std::vector<std::string> words;
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

}  // namespace

std::vector<std::string> rule_sets_naming(std::string_view word) {
  const std::string wanted = folded(word);
  std::vector<std::string> named, mentioned;
  for (std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    const auto contains = [&](const std::string& text) {
      return folded(text).find(wanted) != std::string::npos;
    };
    if (contains(id + '\n' + rules.title + '\n' + title_in(Language::russian, rules))) {
      named.push_back(std::move(id));
    } else if (contains(rules.source + '\n' + source_in(Language::russian, rules))) {
      mentioned.push_back(std::move(id));
    }
  }
  named.insert(named.end(), mentioned.begin(), mentioned.end());
  return named;
}

std::vector<std::string> rule_sets_like(std::string_view name) {
  constexpr std::size_t kTelling = 4;  // letters; fewer stand in a name by chance
  constexpr std::size_t kLongest = 80;
  std::vector<NamedRuleSet> left;
  std::vector<std::string> known;
  for (std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    std::vector<std::string> words =
        folded_words(id + ' ' + rules.title + ' ' + title_in(Language::russian, rules));
    known.insert(known.end(), words.begin(), words.end());
    left.push_back({std::move(id), std::move(words)});
  }
  bool tells = false;
  for (const std::string& given : folded_words(whole_letters(name, kLongest))) {
    const bool telling = given.size() >= kTelling;
    const std::string word(telling ? similar(given, known) : given);
    if (word.empty()) continue;
    std::vector<NamedRuleSet> fewer = left;
    std::erase_if(fewer, [&](const NamedRuleSet& each) {
      return std::ranges::find(each.words, word) == each.words.end();
    });
    if (fewer.empty()) continue;
    tells = tells || telling;
    left = std::move(fewer);
  }
  if (!tells) return {};
  std::vector<std::string> ids;
  ids.reserve(left.size());
  for (NamedRuleSet& each : left) ids.push_back(std::move(each.id));
  return ids;
}

}  // namespace tavlab
