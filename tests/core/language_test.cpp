// Languages, and Russian as families write it.
#include "core/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "core/error.h"
#include "core/russian.h"
#include "core/text.h"
#include "core/words.h"

namespace tavlab {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Languages, AreNamed) {
  EXPECT_EQ(language_named("lang", "en"), Language::english);
  EXPECT_EQ(language_named("lang", "ru"), Language::russian);
  for (const char* other : {"", "EN", "de", "ru_RU"}) {
    EXPECT_THAT([&] { language_named("lang", other); },
                ThrowsMessage<UserError>(HasSubstr("'en' or 'ru'")));
  }
}

/// Sets the variables of the locale, and resets them at the end.
class Locale : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < 3; ++i) {
      const char* const value = std::getenv(kNames[i]);
      kept_[i] = value == nullptr ? "" : value;
      had_[i] = value != nullptr;
    }
  }
  void TearDown() override {
    for (std::size_t i = 0; i < 3; ++i) had_[i] ? set(i, kept_[i]) : void(unsetenv(kNames[i]));
  }
  static void set(std::size_t i, const std::string& value) { setenv(kNames[i], value.c_str(), 1); }
  static Language of(const char* all, const char* messages, const char* lang) {
    set(0, all);
    set(1, messages);
    set(2, lang);
    return language_of_environment();
  }

 private:
  static constexpr const char* kNames[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  std::string kept_[3];
  bool had_[3] = {};
};

TEST_F(Locale, ChoosesTheLanguage) {
  EXPECT_EQ(of("", "", "ru_RU.UTF-8"), Language::russian);
  EXPECT_EQ(of("", "ru", "en_US.UTF-8"), Language::russian);
  EXPECT_EQ(of("C", "ru_RU.UTF-8", "ru_RU.UTF-8"), Language::english);
  EXPECT_EQ(of("", "de_DE", "ru_RU.UTF-8"), Language::english);
  EXPECT_EQ(of("", "", ""), Language::english);
}

TEST(Russian, Counts) {
  constexpr russian::Noun piece = {"фишка", "фишки", "фишек", russian::Gender::feminine};
  EXPECT_EQ(russian::counted(1, piece), "одна фишка");
  EXPECT_EQ(russian::counted(2, piece), "две фишки");
  EXPECT_EQ(russian::counted(7, piece), "семь фишек");
  EXPECT_EQ(russian::counted(12, russian::kMove), "двенадцать ходов");
  EXPECT_EQ(russian::counted(13, russian::kMove), "13 ходов");
  EXPECT_EQ(russian::counted(21, russian::kMove), "21 ход");
  EXPECT_EQ(russian::counted(34, russian::kMove), "34 хода");
  EXPECT_EQ(russian::counted(111, russian::kMove), "111 ходов");
  EXPECT_EQ(russian::cardinal(1, russian::Gender::neuter), "одно");
  EXPECT_EQ(russian::cardinal(2, russian::Gender::neuter), "два");
  EXPECT_EQ(russian::counted_genitive(1, russian::kMove), "1 хода");
  EXPECT_EQ(russian::counted_genitive(2, russian::kMove), "2 ходов");
  EXPECT_EQ(russian::counted_genitive(11, russian::kMove), "11 ходов");
  EXPECT_EQ(russian::counted_genitive(121, russian::kMove), "121 хода");
  EXPECT_EQ(russian::occasion(2), "во второй раз");
  EXPECT_EQ(russian::occasion(3), "в третий раз");
  EXPECT_EQ(russian::occasion(13), "в 13-й раз");
}

TEST(Russian, SentencesBeginWithCapitals) {
  EXPECT_EQ(capitalized("король"), "Король");
  EXPECT_EQ(capitalized("партия"), "Партия");
  EXPECT_EQ(capitalized("рокировка"), "Рокировка");
  EXPECT_EQ(capitalized("яблоко"), "Яблоко");
  EXPECT_EQ(capitalized("ёж"), "Ёж");
  EXPECT_EQ(capitalized("Шах"), "Шах");
  EXPECT_EQ(capitalized("king"), "King");
}

TEST(Russian, LinesAreAsLongAsInEnglish) {
  EXPECT_EQ(wrap("раз два три", 9, 2), "  раз два\n  три\n");
  EXPECT_EQ(wrap("one two six", 9, 2), "  one two\n  six\n");
}

}  // namespace
}  // namespace tavlab
