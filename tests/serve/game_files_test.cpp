// Games saved and opened again: trees with comments, rules that do not come with tavlab, other
// formats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/random.h"
#include "selfplay/record/check_games.h"
#include "selfplay/record/games_file.h"
#include "serve/api/answers.h"
#include "tests/support/refusal.h"

namespace tavlab::serve {
namespace {

using testing::HasSubstr;

/// A request with a random tree of legal moves.
Json random_tree(Json request, Random& random, int size) {
  Json& tree = request["tree"] = Json::array();
  std::vector<Json> lines = {Json::array()};  // the moves to each place
  while (static_cast<int>(tree.size()) < size) {
    const auto from = random.below(static_cast<std::uint32_t>(lines.size()));
    Json asked = request;
    asked.erase("tree");
    asked["moves"] = lines[from];
    const Json position = describe_position(asked);
    const Json& words = position["node"] == "chance" ? position["throws"] : position["moves"];
    if (words.empty()) continue;
    const Json move = words[random.below(static_cast<std::uint32_t>(words.size()))]["text"];
    Json line = lines[from];
    line.push_back(move);
    if (std::ranges::find(lines, line) != lines.end()) continue;
    lines.push_back(line);
    const std::vector<std::string> comments = {"", "", "a } b", " \"x\"\n\n{y", "да & нет"};
    tree.push_back({{"move", move},
                    {"parent", static_cast<int>(from) - 1},
                    {"comment", comments[random.below(5)]},
                    {"before", ""},
                    {"glyphs", random.below(4) == 0 ? Json({3}) : Json::array()}});
  }
  return request;
}

/// A tree as text, whatever the order of its list.
std::string outline(const Json& tree, int parent = -1) {
  std::string text;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (tree[i]["parent"] != parent) continue;
    Json entry = tree[i];
    entry.erase("parent");
    text += entry.dump() + "(" + outline(tree, static_cast<int>(i)) + ")";
  }
  return text;
}

TEST(GameTrees, AreReadAsTheyWereWritten) {
  Random random(21);
  for (const char* rules : {"brandubh-7", "ur-finkel", "tavreli", "russian-draughts", "chess"}) {
    for (int i = 0; i < 4; ++i) {
      const Json game = random_tree({{"rules", rules}, {"comment", "first\nof } all"}}, random, 25);
      const std::string text = write_game(game)["text"].get<std::string>();
      const Json again = read_game({{"text", text}});
      EXPECT_EQ(outline(again["tree"]), outline(game["tree"])) << text;
      EXPECT_EQ(again["comment"], game["comment"]);
      EXPECT_TRUE(again["problem"].is_null()) << again["problem"];
      // The commands read the game and pass over its variations.
      const auto games = read_games(text, "test", GamesFormat::text);
      ASSERT_EQ(games.size(), 1U) << text;
      EXPECT_TRUE(check_games(games, {})[0].agrees());
    }
  }
}

TEST(GameTrees, KeepWhatIsSaidBeforeAMove) {
  const Json game = read_game(
      {{"text", "[Rules \"tavlei-9\"]\n\n1. d1-d3 ({or} 1. d1-d2 {quiet} e3-g3) e3-g3 *\n"}});
  ASSERT_EQ(game["tree"].size(), 4U);
  EXPECT_EQ(game["tree"][2]["before"], "or");
  EXPECT_EQ(game["tree"][2]["parent"], -1);
  Json request = game;
  for (const char* key : {"headers", "position", "toml"}) request.erase(key);
  EXPECT_THAT(write_game(request)["text"].get<std::string>(),
              HasSubstr("1. d1-d3 ({or} 1. d1-d2 {quiet} e3-g3) 1... e3-g3 *"));
}

TEST(GameTrees, LeaveOutWhatIsIllegal) {
  const Json game = read_game(
      {{"text", "[Rules \"tavlei-9\"]\n\n1. d1-d3 (1. a1-b2 e3-g3) (1. d1-d3 {same}) e3-g3 *\n"}});
  EXPECT_EQ(game["tree"].size(), 2U);
  EXPECT_EQ(game["tree"][0]["comment"], "same");
  EXPECT_THAT(game["problem"].get<std::string>(), HasSubstr("ply 1: move 'a1-b2'"));
}

TEST(GameTrees, AreRefusedIfTheyAreWrong) {
  const auto fault = [](const Json& tree) {
    return refusal([&] { write_game({{"rules", "tavlei-9"}, {"tree", tree}}); });
  };
  EXPECT_THAT(fault({{{"move", "d1-d3"}, {"parent", 0}}}), HasSubstr("'parent'"));
  EXPECT_THAT(fault({{{"move", "d1-d3"}, {"parent", -2}}}), HasSubstr("'parent'"));
  EXPECT_THAT(fault({{{"parent", -1}}}), HasSubstr("'move' is missing"));
  EXPECT_THAT(fault({{{"move", "a1-b2"}}}), HasSubstr("ply 1"));
  EXPECT_THAT(fault({{{"move", "d1-d3"}, {"glyphs", {0}}}}), HasSubstr("glyph"));
  EXPECT_THAT(fault({1}), HasSubstr("'tree'"));
}

TEST(RulesInGames, AreKeptIfTheyAreOnesOwn) {
  const std::string toml =
      "id = \"mine\"\nextends = \"brandubh-7\"\ntitle = \"A \\\"title\\\"\"\nsource = \"none\"\n"
      "king.armed = \"none\"\n";
  const Json game = {{"toml", toml}, {"changes", {"king.weak=true"}}, {"moves", {"a4-a3"}}};
  const std::string text = write_game(game)["text"].get<std::string>();
  const Json again = read_game({{"text", text}});
  EXPECT_EQ(again["toml"], toml);
  EXPECT_EQ(again["changes"], game["changes"]);
  EXPECT_TRUE(again["rules"].is_null());
  EXPECT_EQ(again["moves"], game["moves"]);
  const CheckedGame checked = check_games(read_games(text, "test", GamesFormat::text), {})[0];
  EXPECT_TRUE(checked.agrees()) << checked.error;
  EXPECT_EQ(checked.rule_set->hash_text(), describe_rules(game)["hash"]);
  // Converted by the command, they are still there.
  const std::string converted = games_text(std::span(&checked.written, 1), GamesFormat::text);
  EXPECT_EQ(read_game({{"text", converted}})["toml"], toml);
}

TEST(RulesInGames, AreNeverReadFromFiles) {
  for (const char* rules : {"/etc/passwd", "../x.toml", "no-such-rules"}) {
    const std::string text = std::string("[Rules \"") + rules + "\"]\n\n1. a1-a2 *\n";
    EXPECT_THAT(refusal([&] {
                  read_game({{"text", text}});
                }),
                HasSubstr("do not come with tavlab"));
  }
}

TEST(RulesInGames, MayBeThoseOfTheReader) {
  const Json game =
      read_game({{"text", "1. d1-d3 *"}, {"rules", "tavlei-9"}, {"changes", {"king.weak=true"}}});
  EXPECT_EQ(game["rules"], "tavlei-9");
  EXPECT_EQ(game["changes"], Json({"king.weak=true"}));
  EXPECT_TRUE(read_game({{"text", "1. d1-d3 *"}})["rules"].is_null());
}

TEST(GameFormats, AreReadAgain) {
  const Json game = {{"rules", "copenhagen-11"}, {"moves", {"d1-d3", "f4-d4"}}};
  for (const char* format : {"csv", "otg", "lines"}) {
    Json request = game;
    request["format"] = format;
    const Json text = write_game(request)["text"];
    const Json again = read_game(
        {{"text", text}, {"name", std::string("x.") + format}, {"rules", "copenhagen-11"}});
    EXPECT_EQ(again["moves"], game["moves"]) << text;
  }
  Json request = {{"rules", "ur-finkel"}, {"format", "csv"}, {"moves", {"[2]"}}};
  EXPECT_THAT(refusal([&] { write_game(request); }), HasSubstr("dice"));
  request["moves"] = Json::array();  // as the page asks, before it offers the format
  EXPECT_THAT(refusal([&] { write_game(request); }), HasSubstr("dice"));
  request["format"] = "pdf";
  EXPECT_THAT(refusal([&] { write_game(request); }), HasSubstr("unknown format"));
}

TEST(GameFormats, HoldManyGames) {
  const std::string text =
      "[White \"A\"]\n[Black \"B\"]\n\n1. d1-d3 *\n\n[White \"C\"]\n\n1. d1-d2 *\n";
  const Json second = read_game({{"text", text}, {"rules", "tavlei-9"}, {"game", 2}});
  EXPECT_EQ(second["games"], Json({"A - B", "C - "}));
  EXPECT_EQ(second["moves"], Json({"d1-d2"}));
  EXPECT_THAT(refusal([&] { read_game({{"text", text}, {"game", 3}}); }), HasSubstr("'game'"));
}

}  // namespace
}  // namespace tavlab::serve
