// Games as people write them down.
#include "selfplay/record/game_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "selfplay/record/escapes.h"

namespace tavlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> moves_of(const std::string& text) {
  std::vector<std::string> moves;
  for (const GameFile::Word& word : parse_game_file(text, "test").moves) moves.push_back(word.text);
  return moves;
}

std::string refusal_of(const std::string& text) {
  try {
    parse_game_file(text, "test");
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

TEST(GameFile, IsReadAsItIsPublished) {
  const GameFile game = parse_game_file(
      "\xef\xbb\xbf[Event \"Cup, round [2]\"]\n[White \"Ivanov\"]\n\n"
      "1. e2-e4 e7-e5 {the usual} 2.c3(2)-c6! 2... 0-0 ; so far\n3 e1-g1x 1-0\n",
      "test");
  EXPECT_EQ(game.header("Event"), "Cup, round [2]");
  EXPECT_EQ(game.header("White"), "Ivanov");
  EXPECT_EQ(game.header("Black"), "");
  EXPECT_EQ(game.result, "1-0");
  ASSERT_EQ(game.moves.size(), 5U);
  EXPECT_EQ(game.moves[2].text, "c3(2)-c6");
  EXPECT_THAT(game.moves[2].glyphs, ElementsAre(1));
  EXPECT_EQ(game.moves[2].line, 4);
  EXPECT_EQ(game.moves[4].text, "e1-g1x");
  EXPECT_EQ(game.moves[4].line, 5);
}

TEST(GameFile, PutsSquaresTogether) {
  EXPECT_THAT(moves_of("1. b1 c3 с7 С5 2. d2(2) d4"), ElementsAre("b1-c3", "с7-С5", "d2(2)-d4"));
  EXPECT_THAT(refusal_of("1. b1-c3 c7"), HasSubstr("line 1: 'c7' is a square alone"));
}

TEST(GameFile, KeepsRolls) {
  EXPECT_THAT(moves_of("[Rules \"ur-finkel\"]\n1. [4] hand-d1 2. [0] [2] hand-d3"),
              ElementsAre("[4]", "hand-d1", "[0]", "[2]", "hand-d3"));
}

TEST(GameFile, PassesOverMarksAndNumbersAlone) {
  EXPECT_THAT(moves_of("1. e2-e4 !? 1... e7-e5 ?! 12 a2-a3 ="),
              ElementsAre("e2-e4", "e7-e5", "a2-a3"));
}

TEST(GameFile, TellsRollsInWordsFromHeaders) {
  EXPECT_THAT(moves_of("[even] h5-h9 [odd]"), ElementsAre("[even]", "h5-h9", "[odd]"));
  EXPECT_THAT(moves_of("[Rules \"x\"]\n\n[odd] a1-a2"), ElementsAre("[odd]", "a1-a2"));
}

TEST(GameFile, SaysWhereItIsBroken) {
  EXPECT_EQ(refusal_of("e2-e4\ne7-e5 {never\nends"),
            "game file 'test', line 2: the comment that begins here with '{' is not closed");
  EXPECT_EQ(refusal_of("[White Ivanov]\n"),
            "game file 'test', line 1: a header is written [Name \"value\"]");
  EXPECT_EQ(refusal_of("e2-e4 1-0\ne7-e5"),
            "game file 'test', line 2: 'e7-e5' after the result 1-0");
  EXPECT_EQ(refusal_of("1. e2-e4\n[Event \"another\"]\n1. d2-d4"),
            "game file 'test', line 2: a header after moves; a file holds one game");
  EXPECT_TRUE(parse_game_file("", "test").moves.empty());
}

TEST(GameFile, IsReadAsItWasWritten) {
  GameFile game;
  game.headers = {{"Rules", "tavreli"}, {"White", "a \"quoted\" name"}};
  for (int i = 0; i < 60; ++i) game.moves.push_back({i % 2 == 0 ? "e2-e3" : "c3(12)-c6", 0});
  game.result = "1/2-1/2";
  const std::string text = game_file_text(game);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100U);
    begin = end + 1;
  }
  const GameFile again = parse_game_file(text, "test");
  EXPECT_EQ(again.header("White"), "a \"quoted\" name");
  EXPECT_EQ(again.result, game.result);
  ASSERT_EQ(again.moves.size(), game.moves.size());
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    EXPECT_EQ(again.moves[i].text, game.moves[i].text);
  }
}

TEST(GameFile, HasMarksWithoutBlanks) {
  const GameFile game =
      parse_game_file("1. a1-a2! b7-b6?? 2. c3(2)-c4!?+ d7 d6?! 3. e2-e4# # *\n", "test");
  const std::vector<std::string> moves = {"a1-a2", "b7-b6", "c3(2)-c4", "d7-d6", "e2-e4"};
  const std::vector<std::vector<int>> glyphs = {{1}, {4}, {5}, {6}, {}};
  ASSERT_EQ(game.moves.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(game.moves[i].text, moves[i]);
    EXPECT_EQ(game.moves[i].glyphs, glyphs[i]);
  }
}

TEST(GameFile, HasVariations) {
  const GameFile game = parse_game_file(
      "{start} 1. a1-a2 $1 {good} (1. b1-b2 {b} b7-b6 ({why} 1... c7-c6 (1... d7-d6)) 2. b2-b3)\n"
      "(1. c3(2)-c4) 1... e7-e6 !? ({only words}) 2. a2-a3 1-0\n",
      "test");
  EXPECT_EQ(game.comment, "start");
  ASSERT_EQ(game.moves.size(), 3U);
  EXPECT_EQ(game.moves[0].comment, "good");
  EXPECT_THAT(game.moves[0].glyphs, ElementsAre(1));
  EXPECT_THAT(game.moves[1].glyphs, ElementsAre(5));
  EXPECT_EQ(game.moves[1].comment, "only words");
  EXPECT_EQ(game.result, "1-0");
  ASSERT_EQ(game.variations.size(), 4U);
  const auto expect = [&](std::size_t i, std::size_t line, std::size_t at, std::size_t moves) {
    EXPECT_EQ(game.variations[i].line, line) << i;
    EXPECT_EQ(game.variations[i].at, at) << i;
    EXPECT_EQ(game.variations[i].moves.size(), moves) << i;
  };
  expect(0, 0, 0, 3);
  expect(1, 1, 1, 1);
  expect(2, 2, 0, 1);
  expect(3, 0, 0, 1);
  EXPECT_EQ(game.variations[1].comment, "why");
  EXPECT_EQ(game.variations[3].moves[0].text, "c3(2)-c4");
}

TEST(GameFile, SaysWhereAVariationIsBroken) {
  EXPECT_EQ(refusal_of("1. a1-a2 (1. b1-b2\n\n"),
            "game file 'test', line 1: the variation that begins here is not closed");
  EXPECT_EQ(refusal_of("1. a1-a2\n1... a7-a6)"), "game file 'test', line 2: ')' ends no variation");
  EXPECT_EQ(refusal_of("(1. a1-a2)"),
            "game file 'test', line 1: a variation comes after the move that it replaces");
  EXPECT_EQ(refusal_of("1. a1-a2 (b1) b1-b2"),
            "game file 'test', line 1: 'b1' is a square alone, not a move");
  EXPECT_TRUE(refusal_of("1. a1-a2 " + std::string(100000, '(')).ends_with("it replaces"));
}

/// A text with everything that a file could lose.
std::string random_text(Random& random) {
  const std::vector<std::string> parts = {"{",    "}",    "\"",  "\\",    "\n",     " ",
                                          "(",    ")",    ";",   "&",     "&#125;", "&amp;",
                                          "#10;", "é",    "ход", "1-0",   "a",      "[Rules \"x\"]",
                                          "\t",   "\x7f", "$3",  "\u00a0"};
  std::string text;
  for (std::uint32_t n = random.below(12); n-- > 0;) {
    text += parts[random.below(static_cast<std::uint32_t>(parts.size()))];
    if (random.below(3) == 0) text += ' ';
  }
  return text;
}

std::vector<GameFile::Word> random_moves(Random& random, std::uint32_t most) {
  const std::vector<std::string> texts = {"a1-a2",  "c3(12)-c6",  "[4]",
                                          "[even]", "D2-E2(xe3)", "0-0"};
  std::vector<GameFile::Word> moves;
  for (std::uint32_t n = 1 + random.below(most); n-- > 0;) {
    moves.push_back({texts[random.below(static_cast<std::uint32_t>(texts.size()))],
                     0,
                     random.below(3) == 0 ? random_text(random) : "",
                     {}});
    if (random.below(5) == 0) moves.back().glyphs = {1 + static_cast<int>(random.below(200))};
  }
  return moves;
}

/// The variations of a line in the order in which they are written.
std::vector<std::size_t> variations_of(const GameFile& game, std::size_t line) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < game.variations.size(); ++i) {
    if (game.variations[i].line == line) found.push_back(i);
  }
  std::ranges::stable_sort(found, {}, [&](std::size_t i) { return game.variations[i].at; });
  return found;
}

void expect_same_line(const GameFile& a, std::size_t of_a, const GameFile& b, std::size_t of_b) {
  const auto& ours = a.moves_of(of_a);
  const auto& theirs = b.moves_of(of_b);
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].text, theirs[i].text);
    EXPECT_EQ(ours[i].comment, theirs[i].comment);
    EXPECT_EQ(ours[i].glyphs, theirs[i].glyphs);
  }
  const auto in_a = variations_of(a, of_a), in_b = variations_of(b, of_b);
  ASSERT_EQ(in_a.size(), in_b.size());
  for (std::size_t i = 0; i < in_a.size(); ++i) {
    EXPECT_EQ(a.variations[in_a[i]].at, b.variations[in_b[i]].at);
    EXPECT_EQ(a.variations[in_a[i]].comment, b.variations[in_b[i]].comment);
    expect_same_line(a, in_a[i] + 1, b, in_b[i] + 1);
  }
}

TEST(GameFile, KeepsRandomTreesWithTheirComments) {
  Random random(3);
  for (int i = 0; i < 400; ++i) {
    GameFile game;
    game.headers = {{"Event", random_text(random)}};
    std::ranges::replace(game.headers[0].second, '\n', ' ');
    game.comment = random_text(random);
    game.moves = random_moves(random, 12);
    for (std::uint32_t n = random.below(8); n-- > 0;) {
      const std::size_t line = random.below(static_cast<std::uint32_t>(game.variations.size()) + 1);
      const std::size_t at = random.below(static_cast<std::uint32_t>(game.moves_of(line).size()));
      game.variations.push_back({line, at, random_text(random), random_moves(random, 5)});
    }
    game.result = "*";
    const std::string text = game_file_text(game);
    const GameFile again = parse_game_file(text, "test");
    EXPECT_EQ(again.comment, game.comment);
    EXPECT_EQ(again.headers, game.headers);
    expect_same_line(game, 0, again, 0);
    EXPECT_EQ(game_file_text(again), text);
    if (HasFailure()) FAIL() << text;
  }
}

/// Whatever a file contains, it is read, or refused in one line.
TEST(GameFile, SurvivesDamage) {
  const std::string good =
      "[A \"b\"]\n\n{c} 1. a1-a2 $1 (1. b1-b2 {d &#125;} (1. c1-c2) [4]) 1... a7-a6 ; e\n1-0\n";
  Random random(5);
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::uint32_t n = random.below(5); n-- > 0 && !text.empty();) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      if (random.below(2) == 0) {
        text[at] = "(){}[];\"$&\n 1a\\"[random.below(15)];
      } else {
        text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(at) + 1), 4));
      }
    }
    try {
      // Words that are no moves may be read otherwise when they are written again.
      parse_game_file(game_file_text(parse_game_file(text, "test")), "test");
      ++read;
    } catch (const UserError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
    }
  }
  EXPECT_GT(read, 1000);
}

TEST(Escapes, LeaveOrdinaryTextsAlone) {
  for (const char* text : {"a good move", "AT&T, R&D", "x = {y", "50 %", "C:\\new"}) {
    EXPECT_EQ(escaped_comment(text), text);
    EXPECT_EQ(comment_of(text), text);
  }
  EXPECT_EQ(escaped_comment("a}\nb"), "a&#125;&#10;b");
  EXPECT_EQ(lines_of(on_one_line("a\\n\n\\")), "a\\n\n\\");
}

}  // namespace
}  // namespace tavlab
