// Games as people write them down.
#include "selfplay/record/game_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"

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
  EXPECT_EQ(game.moves[2].text, "c3(2)-c6!");
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
  EXPECT_EQ(again.header("White"), "a 'quoted' name");
  EXPECT_EQ(again.result, game.result);
  ASSERT_EQ(again.moves.size(), game.moves.size());
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    EXPECT_EQ(again.moves[i].text, game.moves[i].text);
  }
}

}  // namespace
}  // namespace tavlab
