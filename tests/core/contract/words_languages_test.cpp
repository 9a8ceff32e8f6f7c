// The words in Russian say what the English ones say, sentence by sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "core/words_languages.h"
#include "tests/core/contract/changes.h"
#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

/// English and Russian sentences with the same meaning.
using Pairs = std::vector<std::pair<std::string, std::string>>;

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What is wrong with the letters of a Russian text, or nothing. Latin letters are for squares and
/// positions, which contain digits, and for one or two letters of pieces; and none is in a word
/// with Cyrillic ones, which look the same.
std::string wrong_letters(std::string_view text) {
  for (const std::string_view word : words_in(text)) {
    const auto latin = std::ranges::count_if(word, is_latin);
    if (latin == 0) continue;
    const bool cyrillic =
        std::ranges::any_of(word, [](char c) { return c == '\xd0' || c == '\xd1'; });
    const bool digits = std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
    const bool small = std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
    if (cyrillic || (!digits && (small || latin > 2))) return std::string(word);
  }
  return {};
}

void expect_russian(const std::string& text) {
  EXPECT_FALSE(text.empty());
  EXPECT_EQ(wrong_letters(text), "") << text;
  for (const char* wrong : {"{", "}", "  ", " .", " ,", ",,", "..", " ;", ",;", "—,"}) {
    EXPECT_EQ(text.find(wrong), std::string::npos) << text;
  }
}

void expect_russian_sentence(const std::string& text) {
  expect_russian(text);
  EXPECT_EQ(capitalized(text), text);
  EXPECT_EQ(text.back(), '.') << text;
}

void pair_terms(std::span<const Term> english, std::span<const Term> russian, Pairs& pairs) {
  ASSERT_EQ(english.size(), russian.size());
  for (std::size_t i = 0; i < english.size(); ++i) {
    expect_russian(russian[i].name == english[i].name ? "—" : russian[i].name);
    expect_russian(russian[i].meaning);
    pairs.emplace_back(english[i].name + ": " + english[i].meaning,
                       russian[i].name + ": " + russian[i].meaning);
  }
}

/// Everything that the words say, in both languages, if both have the same parts.
Pairs in_both(const RuleSet& rule_set) {
  const Words english = words_of(rule_set, Language::english);
  const Words russian = words_of(rule_set, Language::russian);
  EXPECT_EQ(english, words_of(rule_set));
  Pairs pairs = {{english.summary, russian.summary}};
  expect_russian_sentence(russian.summary);
  pair_terms(english.sides, russian.sides, pairs);
  pair_terms(english.pieces, russian.pieces, pairs);
  for (std::size_t i = 0; i < english.pieces.size(); ++i) {
    EXPECT_EQ(english.pieces[i].name, russian.pieces[i].name) << "the letter of position texts";
  }
  pair_terms(english.endings, russian.endings, pairs);
  EXPECT_EQ(english.check.empty(), russian.check.empty());
  EXPECT_EQ(english.rules.size(), russian.rules.size());
  for (std::size_t i = 0; i < std::min(english.rules.size(), russian.rules.size()); ++i) {
    const auto& mine = english.rules[i];
    const auto& theirs = russian.rules[i];
    expect_russian(theirs.title);
    pairs.emplace_back(mine.title, theirs.title);
    EXPECT_EQ(mine.sentences.size(), theirs.sentences.size()) << mine.title;
    for (std::size_t k = 0; k < std::min(mine.sentences.size(), theirs.sentences.size()); ++k) {
      expect_russian_sentence(theirs.sentences[k]);
      pairs.emplace_back(mine.sentences[k], theirs.sentences[k]);
    }
  }
  return pairs;
}

/// Changes every parameter in every way: a sentence of one language always has the same counterpart
/// in the other, so that both change together.
TEST_P(Contract, RussianWordsCorrespondToTheEnglish) {
  const RuleSet rule_set = load_rule_set(GetParam().rules, GetParam().overrides);
  std::map<std::string, std::string> to_russian, to_english;
  const auto add = [&](const RuleSet& rules) {
    for (const auto& [english, russian] : in_both(rules)) {
      EXPECT_EQ(to_russian.emplace(english, russian).first->second, russian) << english;
      EXPECT_EQ(to_english.emplace(russian, english).first->second, english) << russian;
    }
  };
  add(rule_set);
  for (const ParameterSpec& spec : rule_set.schema->parameters) {
    for (const std::string& value : other_values(spec, rule_set.at(spec.key))) {
      SCOPED_TRACE(std::string(spec.key) + "=" + value);
      try {
        add(changed(GetParam(), spec.key, value));
      } catch (const UserError&) {
        continue;  // contradicts other parameters
      }
    }
  }
}

TEST(WordsInRussian, HaveNoStrangeLetters) {
  EXPECT_EQ(wrong_letters("Поле a1 и ряд 3aaa3/4a4; фигуры (K), PH и +H."), "");
  EXPECT_EQ(wrong_letters("Фигуpа"), "Фигуpа");
  EXPECT_EQ(wrong_letters("пешка c конём"), "c");
  EXPECT_EQ(wrong_letters("the king"), "the");
}

TEST(WordsInRussian, HaveTheirOwnHeadings) {
  const RuleSet rules = load_rule_set("chess");
  const std::string text = words_text(words_of(rules, Language::russian), Language::russian);
  for (const char* part : {"\nСтороны\n  белые   поставить мат", "\nФигуры\n  K  король\n",
                           "\nДоска и фигуры\n  - ", "\nЧем кончается партия\n  мат  "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
  }
  EXPECT_EQ(words_text(words_of(rules), Language::english), words_text(words_of(rules)));
}

}  // namespace
}  // namespace tavlab
