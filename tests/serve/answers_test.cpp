// The answers against the game library, for every rule set, and on requests that are wrong.
#include "serve/api/answers.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"
#include "core/random.h"
#include "tests/support/refusal.h"

namespace tavlab::serve {
namespace {

using testing::HasSubstr;

class RuleSets : public testing::TestWithParam<std::string> {};

/// A random game: each answer is what the library says of the same position.
TEST_P(RuleSets, ArePlayedAsByTheLibrary) {
  const RuleSet rule_set = load_rule_set(GetParam());
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    Random random(7);
    GameState<G> state(*rules);
    Json moves = Json::array();
    constexpr int kPlies = 60, kAsked = 6;
    for (int ply = 0; ply < kPlies && !state.over(); ++ply) {
      if (ply % kAsked == 0) {
        const Json answer = describe_position({{"rules", GetParam()}, {"moves", moves}});
        EXPECT_EQ(answer["position"], G::position_text(*rules, state.position()));
        EXPECT_EQ(answer["played"].size(), moves.size());
        EXPECT_EQ(answer["to_move"], static_cast<int>(state.to_move()));
        std::set<std::string> expected, found;
        if (state.node_kind() == NodeKind::decision) {
          MoveList<G> legal;
          state.legal_moves(legal);
          for (const auto move : legal) {
            expected.insert(G::move_text(*rules, state.position(), move));
          }
        }
        for (const Json& move : answer["moves"]) found.insert(move["text"].get<std::string>());
        EXPECT_EQ(found, expected);
        EXPECT_EQ(answer["throws"].empty(), state.node_kind() != NodeKind::chance);
      }
      if (state.node_kind() == NodeKind::chance) {
        moves.push_back(G::chance_text(*rules, state.play_random_chance(random)));
        continue;
      }
      const auto move = state.random_move(random);
      moves.push_back(G::move_text(*rules, state.position(), move));
      state.play(move);
    }
    const Json end = describe_position({{"rules", GetParam()}, {"moves", moves}});
    EXPECT_EQ(end["node"] == "terminal", state.over());
    EXPECT_EQ(end["reason"], state.over() ? std::string(state.reason()) : "");

    const Json file = write_game({{"rules", GetParam()}, {"moves", moves}});
    const Json again = read_game({{"text", file["text"]}});
    EXPECT_EQ(again["rules"], GetParam());
    EXPECT_EQ(again["moves"], moves);
  });
}

TEST_P(RuleSets, AreDescribed) {
  const Json answer = describe_rules({{"rules", GetParam()}});
  EXPECT_EQ(answer["parameters"].size(), load_rule_set(GetParam()).parameters.size());
  EXPECT_GT(answer["words"]["chapters"].size(), 2U);
  EXPECT_GE(answer["levels"].size(), 4U);
  const Json again = describe_rules({{"toml", answer["toml"]}});
  EXPECT_EQ(again["hash"], answer["hash"]) << "a saved rule set is the same game";
}

TEST_P(RuleSets, AreDescribedInRussian) {
  const Json english = describe_rules({{"rules", GetParam()}});
  const Json russian = describe_rules({{"rules", GetParam()}, {"language", "ru"}});
  EXPECT_NE(russian["words"]["summary"], english["words"]["summary"]);
  for (const Json& player : english["position"]["players"]) {
    EXPECT_TRUE(russian["names"].contains(player.get<std::string>())) << player;
  }
  for (const Json& ending : english["words"]["endings"]) {
    EXPECT_TRUE(russian["names"].contains(ending["name"].get<std::string>()));
  }
  for (const char* text : {"title", "source"}) EXPECT_NE(russian[text], english[text]);
  EXPECT_EQ(russian["position"]["players"], english["position"]["players"]) << "names for programs";
  EXPECT_NE(russian["position"]["player_names"], english["position"]["player_names"]);
  for (const char* same : {"toml", "hash", "changes"}) EXPECT_EQ(russian[same], english[same]);
  for (std::size_t i = 0; i < english["parameters"].size(); ++i) {
    const Json &one = english["parameters"][i], &other = russian["parameters"][i];
    for (const char* same : {"key", "value", "text", "choices", "zero_name"}) {
      EXPECT_EQ(other[same], one[same]);
    }
    for (const char* text : {"name", "help"}) EXPECT_NE(other[text], one[text]) << one["key"];
    if (!one["assumed"].is_null()) {
      EXPECT_NE(other["assumed"]["reason"], one["assumed"]["reason"]);
      EXPECT_EQ(other["assumed"]["alternatives"], one["assumed"]["alternatives"]);
    }
  }
  for (std::size_t i = 0; i < english["levels"].size(); ++i) {
    EXPECT_NE(russian["levels"][i]["name"], english["levels"][i]["name"]);
    EXPECT_EQ(russian["levels"][i]["agent"], english["levels"][i]["agent"]);
  }
}

INSTANTIATE_TEST_SUITE_P(Serve, RuleSets, testing::ValuesIn(builtin_rule_set_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Lists, AreInTheLanguage) {
  const Json english = list_rule_sets(Json::object())["rulesets"];
  const Json russian = list_rule_sets({{"language", "ru"}})["rulesets"];
  ASSERT_EQ(english.size(), russian.size());
  for (std::size_t i = 0; i < english.size(); ++i) {
    EXPECT_EQ(russian[i]["id"], english[i]["id"]);
    EXPECT_NE(russian[i]["title"], english[i]["title"]);
  }
  EXPECT_EQ(list_rule_sets({{"language", "en"}})["rulesets"], english);
  EXPECT_THAT(refusal([] { list_rule_sets({{"language", "de"}}); }), HasSubstr("'language'"));
  EXPECT_NE(list_families({{"language", "ru"}})["families"][0]["notation"],
            list_families(Json::object())["families"][0]["notation"]);
}

TEST(Messages, AreInTheLanguageOfTheRequest) {
  const std::string english = refusal([] {
    describe_rules({{"rules", "helmfrid-9"}, {"changes", {"board.size=8"}}});
  });
  const Json request = {{"rules", "helmfrid-9"}, {"language", "ru"}};
  EXPECT_EQ(message_for(request, english), "board.size = 8, а должно быть нечётным");
  const std::string known = "board.size is 8, but must be odd";  // of rules that the page shows
  EXPECT_EQ(message_for({{"rules", "helmfrid-9"}}, english), known);
  for (const Json& damaged : {Json(), Json("x"), Json({{"language", 1}}), Json::array()}) {
    EXPECT_EQ(message_for(damaged, english), known);
  }
  EXPECT_EQ(message_for({{"rules", 3}, {"language", "ru"}}, "x"), "x");
}

/// The name of the piece on a square, in Russian.
std::string russian_piece(const std::string& rules, std::size_t square) {
  const Json picture = describe_position({{"rules", rules}, {"language", "ru"}})["picture"];
  return picture["looks"][picture["squares"][square]["pieces"][0].get<std::size_t>()]["name"];
}

TEST(Positions, NamePiecesAsTheirFamilyDoes) {
  EXPECT_EQ(russian_piece("chess", 1), "конь");
  EXPECT_EQ(russian_piece("chess", 4), "король");
  EXPECT_EQ(russian_piece("tavreli", 1), "всадник");
  EXPECT_EQ(russian_piece("tavreli", 4), "волхв");
  EXPECT_EQ(russian_piece("helmfrid-9", 40), "король");
}

TEST(Positions, EndForReasonsInTheLanguage) {
  Json request = {{"rules", "chess"}, {"moves", {"f2-f3", "e7-e5", "g2-g4", "d8-h4"}}};
  EXPECT_EQ(describe_position(request)["reason"], "checkmate");
  request["language"] = "ru";
  const Json answer = describe_position(request);
  EXPECT_EQ(answer["reason"], "мат");
  EXPECT_EQ(answer["result"], "black") << "for programs";
}

TEST(Positions, NameThePlyOfAnIllegalMove) {
  const Json request = {{"rules", "helmfrid-9"}, {"moves", {"d1-d3", "d3-d2"}}};
  EXPECT_THAT(refusal([&] { describe_position(request); }), HasSubstr("ply 2: move 'd3-d2'"));
}

TEST(Positions, CountRepetitions) {
  const Json answer =
      describe_position({{"rules", "helmfrid-9"}, {"moves", {"d1-d2", "e3-d3", "d2-d1", "d3-e3"}}});
  EXPECT_EQ(answer["occurrences"], 2);
}

TEST(Positions, HaveThePathsOfARace) {
  const Json race = describe_position({{"rules", "ur-finkel"}})["paths"];
  EXPECT_EQ(race[0], Json({"d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
                           "h1", "g1"}));
  EXPECT_EQ(race[1][0], "d3");
  EXPECT_EQ(describe_position({{"rules", "helmfrid-9"}})["paths"],
            Json({Json::array(), Json::array()}));
}

TEST(Positions, TellWhichPiecesAreTaken) {
  const Json chess = describe_position(
      {{"rules", "chess"}, {"moves", {"e2-e4", "d7-d5", "e4-d5", "g8-f6", "c2-c4", "f6-d5"}}});
  const auto taken = [](const Json& position, std::size_t ply) {
    std::vector<std::string> names;
    for (const Json& look : position["played"][ply]["taken"]) {
      const Json& found = position["picture"]["looks"][look.get<std::size_t>()];
      names.push_back(
          fmt::format("{} {}", found["owner"].get<int>(), found["name"].get<std::string>()));
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(taken(chess, 0), Names());
  EXPECT_EQ(taken(chess, 2), Names({"1 pawn"}));
  EXPECT_EQ(taken(chess, 5), Names({"0 pawn"}));
  // In towers nothing leaves the board.
  const Json tower =
      describe_position({{"rules", "tavreli"}, {"moves", {"e2-e4", "d7-d5", "e4-d5"}}});
  EXPECT_EQ(tower["played"][2]["captured"].size(), 1U);
  EXPECT_EQ(taken(tower, 2), Names());
}

TEST(Rules, LeaveOutLevelsThatAreNotStronger) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const Json answer = describe_rules({{"rules", id}});
    Json before = nullptr;
    for (const Json& level : answer["levels"]) {
      if (!before.is_null() && !level["rating"].is_null()) {
        EXPECT_GT(level["rating"], before) << id << ": " << level.dump();
      }
      before = level["rating"];
      const Json& match = level["rating_match"];
      if (match.is_null()) continue;
      EXPECT_LE(match["low"], level["rating"]) << level.dump();
      if (!match["high"].is_null()) {
        EXPECT_GE(match["high"], level["rating"]) << level.dump();
      }
      EXPECT_GT(match["games"], 0);
    }
  }
}

TEST(Positions, SayWhatAMoveCaptures) {
  // An attacker on c3 would be taken between c2 and c4.
  const Json answer =
      describe_position({{"rules", "helmfrid-9"}, {"position", "4k4/9/9/9/9/2d6/2a6/9/2d4a1 d"}});
  const auto move = std::ranges::find_if(answer["moves"],
                                         [](const Json& each) { return each["text"] == "c1-c2"; });
  ASSERT_NE(move, answer["moves"].end());
  EXPECT_EQ((*move)["captured"], Json({"c3"}));
  EXPECT_EQ((*move)["squares"], Json({"c1", "c2"}));
}

TEST(Why, IsGivenForIllegalMovesOnly) {
  const Json legal = explain_move({{"rules", "helmfrid-9"}, {"move", "d1-d3"}});
  EXPECT_EQ(legal["legal"], true);
  EXPECT_EQ(legal["move"], "d1-d3");
  const Json illegal = explain_move({{"rules", "helmfrid-9"}, {"move", "d1-e2"}});
  EXPECT_EQ(illegal["legal"], false);
  EXPECT_THAT(illegal["why"].get<std::string>(), HasSubstr("cannot move to e2"));
  EXPECT_EQ(illegal["why"].get<std::string>().find("nearest"), std::string::npos);
  const Json russian =
      explain_move({{"rules", "helmfrid-9"}, {"move", "d1-e2"}, {"language", "ru"}});
  EXPECT_EQ(
      russian["why"],
      "ход «d1-e2»: фигура с d1 не может пойти на e2: она ходит по вертикалям и горизонталям");

  const auto why = [](const char* rules, const char* move, const char* language) {
    const Json asked = {{"rules", rules}, {"move", move}, {"language", language}};
    return explain_move(asked)["why"].get<std::string>();
  };
  EXPECT_THAT(why("chess", "f1-b5", "en"), HasSubstr("the way of the bishop is blocked on e2"));
  EXPECT_EQ(why("chess", "f1-b5", "ru"), "ход «f1-b5» недопустим: слон: путь закрыт на e2");
  EXPECT_EQ(why("tavreli", "b1-b3", "ru"), "ход «b1-b3» недопустим: всадник так не ходит");
  EXPECT_EQ(why("russian-draughts", "a1-b2", "ru"),
            "ход «a1-b2» недопустим: на пути, на b2, стоит шашка");

  const auto why_immobile = [](const char* rules, const char* square, const char* language) {
    const Json asked = {{"rules", rules}, {"square", square}, {"language", language}};
    return explain_move(asked)["why"].get<std::string>();
  };
  EXPECT_EQ(why_immobile("chess", "a1", "en"),
            "a piece of the same side stands on a2; a piece of the same side stands on b1");
  EXPECT_EQ(why_immobile("chess", "a1", "ru"), "на a2 стоит своя фигура; на b1 стоит своя фигура");
  EXPECT_EQ(why_immobile("helmfrid-9", "e1", "en"), "e2, d1, f1: a piece stands there");
  EXPECT_THAT(why_immobile("russian-draughts", "a1", "ru"),
              testing::StartsWith("на пути, на b2, стоит шашка"));
  EXPECT_EQ(why_immobile("chess", "z9", "en"), "");

  const Json roll = explain_move({{"rules", "ur-finkel"}, {"move", "[2]"}});
  EXPECT_EQ(roll["legal"], true) << "a throw that can come";
}

TEST(Comparisons, FindWhereGamesPart) {
  const Json a = {{"rules", "helmfrid-9"}, {"moves", {"d1-d3", "e3-g3"}}};
  const Json same = compare_rules({{"a", a}, {"b", a}});
  EXPECT_EQ(same["same_game"], true);
  EXPECT_TRUE(same["differences"].empty());
  EXPECT_TRUE(same["parted"].is_null());
  EXPECT_TRUE(same["only_a"].empty());

  Json weak = a;
  weak["changes"] = {"king.weak=true"};
  const Json other = compare_rules({{"a", a}, {"b", weak}});
  EXPECT_EQ(other["same_game"], false);
  ASSERT_EQ(other["differences"].size(), 1U);
  EXPECT_EQ(other["differences"][0]["key"], "king.weak");
  EXPECT_FALSE(other["words"]["only_a"].empty());
  EXPECT_EQ(other["differences"][0]["a"], "no");

  const Json russian = compare_rules({{"a", a}, {"b", weak}, {"language", "ru"}});
  EXPECT_EQ(russian["differences"][0]["a"], "нет");
  EXPECT_NE(russian["differences"][0]["help"], other["differences"][0]["help"]);
  EXPECT_EQ(russian["a"]["player_names"], Json({"нападающие", "защитники"}));
}

TEST(Comparisons, StopAtAMoveThatOneDoesNotAllow) {
  const Json a = {{"rules", "helmfrid-9"}, {"moves", {"d1-d3", "e3-g3"}}};
  const Json answer = compare_rules({{"a", a}, {"b", {{"rules", "tablut-9"}}}});
  if (!answer["parted"].is_null()) {
    EXPECT_EQ(answer["a"]["plies"], answer["b"]["plies"]);
  }
  const Json apart = compare_rules({{"a", a}, {"b", {{"rules", "chess"}}}});
  EXPECT_EQ(apart["families_differ"], true);
  EXPECT_EQ(apart["parted"]["ply"], 1);
  EXPECT_EQ(apart["parted"]["where"], "b");
  EXPECT_EQ(apart["a"]["plies"], 0);
}

TEST(Partings, AreFoundByKind) {
  const auto found = [](const char* rules, const char* change) {
    std::map<std::string, Json> kinds;
    const Json answer = find_partings(
        {{"a", {{"rules", rules}}}, {"b", {{"rules", rules}, {"changes", {change}}}}});
    for (const Json& each : answer["partings"]) kinds[each["kind"]] = each;
    return kinds;
  };
  auto unarmed = found("brandubh-7", "king.armed=none");
  ASSERT_TRUE(unarmed.contains("capture"));
  // The position is the one before the move that captures under one rule set only.
  const Json& capture = unarmed["capture"];
  EXPECT_EQ(capture["a"]["text"], capture["b"]["text"]);
  EXPECT_NE(capture["a"]["captured"], capture["b"]["captured"]);
  const Json position = describe_position({{"rules", "brandubh-7"}, {"moves", capture["moves"]}});
  EXPECT_EQ(position["position"], capture["position"]["position"]);

  auto shorter = found("brandubh-7", "range.attacker=1");
  ASSERT_TRUE(shorter.contains("moves"));
  EXPECT_TRUE(shorter["moves"]["moves"].empty());  // from the first move on
  EXPECT_FALSE(shorter["moves"]["only_a"].empty());
  EXPECT_TRUE(shorter["moves"]["only_b"].empty());

  auto limited = found("brandubh-7", "limits.total_plies=6");
  ASSERT_TRUE(limited.contains("ending"));
  EXPECT_EQ(limited["ending"]["moves"].size(), 6U);
  EXPECT_TRUE(limited["ending"]["a"].is_null());
  EXPECT_EQ(limited["ending"]["b"]["result"], "draw");

  EXPECT_TRUE(
      find_partings({{"a", {{"rules", "ur-finkel"}}}, {"b", {{"rules", "ur-finkel"}}}})["partings"]
          .empty());
  EXPECT_THROW(find_partings({{"a", {{"rules", "chess"}}}, {"b", {{"rules", "ur-finkel"}}}}),
               UserError);
}

TEST(Rules, NameANetThatPlaysThem) {
  EXPECT_EQ(describe_rules({{"rules", "tavlei-9"}})["net"], "tafl-9");
  EXPECT_EQ(describe_rules({{"rules", "ur-finkel"}})["net"], "ur-finkel");
  EXPECT_EQ(describe_rules({{"rules", "brandubh-7"}})["net"], "brandubh-7");
  EXPECT_EQ(describe_rules({{"rules", "tablut-9"}})["net"], "tafl-9-universal");
  EXPECT_EQ(describe_rules({{"rules", "fetlar-11"}})["net"], "tafl-11");
  EXPECT_TRUE(describe_rules({{"rules", "chess"}})["net"].is_null());
}

TEST(Games, AreReadWithTheirComments) {
  const Json game = read_game({{"text", "[Rules \"tavlei-9\"]\n\n1. d1-d3 {bold} e3-g3 *\n"}});
  EXPECT_EQ(game["rules"], "tavlei-9");
  EXPECT_EQ(game["moves"], Json({"d1-d3", "e3-g3"}));
  EXPECT_EQ(game["comments"], Json({"bold", ""}));
  EXPECT_NE(refusal([] { read_game({{"text", "1. d1-d3 {bold"}}); }), "none");
}

TEST(Games, AreWrittenWithTheirComments) {
  const Json game = {
      {"rules", "tavlei-9"}, {"moves", {"d1-d3", "e3-g3"}}, {"comments", {"", "bold"}}};
  const Json again = read_game({{"text", write_game(game)["text"]}});
  EXPECT_EQ(again["comments"], Json({"", "bold"}));
}

TEST(Games, HaveNoHeadersThatCouldNotBeRead) {
  for (const Json& header :
       {Json({"A", "x\n[Rules \"chess\"]"}), Json({"", "x"}), Json({"A b", "x"}),
        Json({"Rules", "chess"}), Json({"RulesText", "x"}), Json({"Position", "8/8"})}) {
    const Json game = {{"rules", "tavlei-9"}, {"headers", Json::array({header})}};
    EXPECT_THAT(refusal([&] { write_game(game); }), HasSubstr("'headers'")) << header;
  }
}

/// Whatever comes in, the answer is an answer or a UserError.
TEST(Answers, SurviveDamagedRequests) {
  const std::string good =
      R"({"rules":"ur-finkel","changes":["pieces=5"],"position":null,"moves":["[2]","hand-b1"],)"
      R"("move":"x","text":"[A \"b\"]\n1. a-b {c} *","a":{"rules":"chess"},"b":{"toml":"id=1"}})";
  Random random(11);
  int answered = 0;
  constexpr int kTries = 3000;
  for (int i = 0; i < kTries; ++i) {
    std::string body = good;
    for (std::uint32_t n = random.below(4); n-- > 0;) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(body.size()));
      switch (random.below(3)) {
        case 0:
          body[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          body.erase(at, random.below(6));
          break;
        default:
          body.insert(at, body.substr(random.below(static_cast<std::uint32_t>(at) + 1), 5));
      }
    }
    for (const auto& answer :
         {describe_position, describe_rules, explain_move, compare_rules, read_game, write_game}) {
      try {
        static_cast<void>(answer(parse_body(body)));
        ++answered;
      } catch (const UserError&) {
        continue;
      }
    }
  }
  EXPECT_GT(answered, kTries / 10);
}

}  // namespace
}  // namespace tavlab::serve
