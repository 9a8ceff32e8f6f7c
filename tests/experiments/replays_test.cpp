// The data given to the script that steps through games.
#include "experiments/report/replays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tavlab {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The page's JSON documents: what all games share, then each game.
std::vector<json> documents(const std::vector<Replay>& replays) {
  const std::string page = replays_html("Games", "Some.", replays).html;
  std::vector<json> all;
  const std::string mark = "<script type=\"application/json\"";
  for (std::size_t at = 0; (at = page.find(mark, at)) != std::string::npos;) {
    at = page.find('>', at) + 1;
    all.push_back(json::parse(page.substr(at, page.find("</script>", at) - at)));
  }
  return all;
}

Replay game(const std::string& rules, const std::string& moves) {
  return {load_rule_set(rules), moves, "a game", "", "a result", {}};
}

TEST(Replays, GiveMovesAsSquaresAndWhatTheyChange) {
  Replay replay = game("brandubh-7", "d7-e7 e4-e6");
  replay.notes = {{"start", {{"a1", 0.5}, {"z9", 1}}}, {"one", {}}, {"two", {}}};
  const std::vector<json> all = documents({replay});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].at("looks"), json({{"a", "Attackers", "attacker"},
                                      {"d", "Defenders", "defender"},
                                      {"k", "Defenders", "king"}}));
  const json& given = all[1];
  EXPECT_EQ(given.at("columns"), 7);
  EXPECT_EQ(given.at("start").size(), 49U);
  EXPECT_EQ(given.at("start").at(3), 1) << "d7, an attacker";
  EXPECT_EQ(given.at("start").at(24), 3) << "d4, the king";
  EXPECT_EQ(given.at("plies"), json::parse(R"([["d7-e7",2,3,0,4,1],["e4-e6",2,25,0,11,2]])"));
  EXPECT_FALSE(given.contains("beside")) << "there is nothing beside the board";
  EXPECT_EQ(given.at("shades"), json::parse("[[[42,0.5]],[],[]]"));
}

/// The squares of the move come first, then those of its captures.
TEST(Replays, GiveCapturesBehindTheMove) {
  const std::vector<json> all =
      documents({game("brandubh-7", "b4-b5 c4-c3 b5-c5 c3-c2 f4-f5 c2-c3 f5-e5")});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].at("plies").back(), json::parse(R"(["f5-e5",2,19,0,18,1,17,0])"));
}

/// Lines beside the board are given where they change, their numbers apart from their words.
TEST(Replays, GiveHandsAndRolls) {
  const std::vector<json> all = documents({game("ur-finkel", "[0] [3] hand-b3 [0] [1] b3-a3")});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].at("plies"),
            json::parse(R"([["[0] [3] hand-b3",1,1,1],["[0] [1] b3-a3",2,1,0,0,1]])"))
      << "a hand is not a square";
  EXPECT_EQ(all[1].at("lines"),
            json::parse(R"([["Black: "," in hand, "," home"],["Black rolled ",""],
                            ["White: "," in hand, "," home"],[""]])"));
  EXPECT_EQ(all[1].at("beside"),
            json::parse("[[[0,0,7,0],[1,1,3],[2,2,7,0]],[[0,0,6,0],[1,1,1]],[[1,3]]]"));
}

/// Stacks are lists from the bottom up; a piece has the same number in all games of a page.
TEST(Replays, GiveStacksAndNumbersForAllGames) {
  const std::string moves = "c2-c3 b8-a6 d1-e2";
  const std::vector<json> all = documents({game("tavreli", moves), game("tavreli", moves)});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1], all[2]);
  EXPECT_EQ(all[1].at("labels").at(1), json::parse(R"(["8","7","6","5","4","3","2","1"])"));
  const json& last = all[1].at("plies").back();
  ASSERT_EQ(last.at(5).size(), 2U) << last;
  const json& looks = all[0].at("looks");
  EXPECT_EQ(looks.at(last.at(5).at(0).get<std::size_t>() - 1).at(0), "PH") << last;
  EXPECT_EQ(looks.at(last.at(5).at(1).get<std::size_t>() - 1).at(0), "Q");
}

TEST(Replays, LeaveOutWhatIsNoGame) {
  EXPECT_TRUE(documents({game("ur-finkel", "[1] hand-b3 nonsense")}).empty());
  EXPECT_EQ(documents({game("brandubh-7", "nonsense"), game("brandubh-7", "d7-e7")}).size(), 2U);
}

}  // namespace
}  // namespace tavlab
