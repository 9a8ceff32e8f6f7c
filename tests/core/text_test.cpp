// Untrusted text, made safe to display.
#include "core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"
#include "core/near.h"

namespace tavlab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Text, KnowsUtf8) {
  EXPECT_TRUE(is_utf8("plain, ä, ᚠ, 🎲"));
  // Continuation alone, cut off, overlong '/', surrogate, beyond U+10FFFF, bytes that never occur.
  for (const std::string bad : {"\x80", "\xe1\x9a", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                "\xf4\x90\x80\x80", "\xff", "\xf8\x88\x80\x80\x80"}) {
    EXPECT_FALSE(is_utf8(bad)) << printable(bad);
    EXPECT_EQ(printable(bad).find_first_not_of('?'), std::string::npos);
  }
}

TEST(Text, ShowsNothingThatSteersATerminal) {
  EXPECT_EQ(printable("\x1b[31mred\a\x7f"),
            "?[31mred?"
            "?");
  EXPECT_EQ(printable("c1 \xc2\x9b"
                      "31m"),
            "c1 ?31m");  // U+009B, a one-letter CSI
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "desrever"),
            "?desrever");                                                // right-to-left override
  EXPECT_EQ(printable("two\nlines\xe2\x80\xa8more"), "two?lines?more");  // also U+2028
  EXPECT_EQ(printable("ᚠ — ä"), "ᚠ — ä");
}

TEST(Text, IsPlainWithNewlinesAndTabs) {
  EXPECT_TRUE(is_plain("a\tb\nc ä"));
  EXPECT_FALSE(is_plain("a\rb"));
  EXPECT_FALSE(is_plain("\x1b[0m"));
  EXPECT_FALSE(is_plain("\xff"));
  EXPECT_FALSE(is_plain(std::string("a\0b", 3)));
}

TEST(Text, IsCutBetweenLetters) {
  EXPECT_EQ(whole_letters("aä", 2), "a");
  EXPECT_EQ(whole_letters("aä", 3), "aä");
  EXPECT_EQ(whole_letters("🎲", 3), "");
}

TEST(UserErrorText, IsOneShortPrintableLine) {
  const UserError error("what '" + std::string(100'000, 'x') + "\x1b\xff' is; the end");
  const std::string text = error.what();
  EXPECT_LE(text.size(), 1600U);
  EXPECT_TRUE(text.starts_with("what 'xxx"));
  EXPECT_TRUE(
      text.ends_with("xxx?"
                     "?' is; the end"));
  EXPECT_EQ(UserError("short").what(), std::string("short"));
}

TEST(WordsIn, AreSeparatedByBlanksOfAnyKind) {
  EXPECT_THAT(words_in(" a\tbc \r\n d\v"), ElementsAre("a", "bc", "d"));
  EXPECT_THAT(words_in(" \n"), IsEmpty());
}

TEST(Quotable, IsPrintableAndCutBetweenLetters) {
  EXPECT_EQ(quotable("a\x1b[1m"), "a?[1m");
  EXPECT_EQ(quotable(std::string(39, 'a') + "é and more"), std::string(39, 'a') + "...");
}

TEST(InQuotes, LeavesOutTheMiddleBetweenLetters) {
  EXPECT_EQ(in_quotes("a\nb"), "'a?b'");
  EXPECT_EQ(in_quotes(std::string(80, 'a')), "'" + std::string(80, 'a') + "'");
  // Both cuts would fall inside an é.
  const std::string half(39, 'a');
  EXPECT_EQ(in_quotes(half + "é...é" + half), "'" + half + "..." + half + "'");
}

TEST(EditDistance, CountsAddedRemovedAndChangedBytes) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("a4-a3", "a4-a3"), 0U);
}

TEST(EditDistance, CountsNeighboursThatAreExchangedOnce) {
  EXPECT_EQ(edit_distance("macth", "match"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U) << "letters between exchanged ones are not allowed";
}

TEST(Folded, HasSmallLettersOnly) {
  EXPECT_EQ(folded("Tavlab-7"), "tavlab-7");
  EXPECT_EQ(folded("ÀÉÞ×ß"), "àéþ×ß");
  EXPECT_EQ(folded("ТАВЛЕИ Ёлка ёлка Ящик"), "тавлеи елка елка ящик");
  EXPECT_EQ(folded("\xff\xd0"), "\xff\xd0") << "not UTF-8";
}

TEST(Near, NamesWhatWasProbablyMeant) {
  const std::vector<std::string> names = {"calibrate", "claim", "match", "perft"};
  EXPECT_EQ(nearest("macth", names), "match");
  EXPECT_EQ(similar("CLAIM", names), "claim");
  EXPECT_EQ(similar("cal", names), "calibrate") << "its beginning";
  EXPECT_EQ(similar("xyzzy", names), "");
  EXPECT_EQ(similar("king.range", std::vector<std::string>{"king.armed", "range.king"}),
            "range.king")
      << "the same words";
  EXPECT_EQ(similar("sed", std::vector<std::string>{"set", "seed"}), "seed") << "a letter is lost";
  EXPECT_EQ(similar("", names), "");
  EXPECT_EQ(similar("x", std::vector<std::string>{}), "");
  EXPECT_EQ(near_note("prft", names), "; the nearest is 'perft'");
  EXPECT_EQ(near_note(std::string(1000, 'x'), names), "");
}

}  // namespace
}  // namespace tavlab
