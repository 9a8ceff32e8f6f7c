// Who plays a claim: ladders below agents, and the strongest agents of a calibration.
#include "experiments/claim/players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/calibrate/calibrate.h"
#include "experiments/claim/claim_run.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ClaimPlayers, AreRequestedInWords) {
  EXPECT_EQ(parse_players_request("strongest").kinds, 1U);
  EXPECT_EQ(parse_players_request("strongest:3 kinds").kinds, 3U);
  for (const char* wrong :
       {"", "best", "strongest:", "strongest:2", "strongest:0 kinds", "strongest:9 kinds",
        "strongest:-1 kinds", "strongest:2.5 kinds", "strongestx2 kinds", " kinds"}) {
    EXPECT_THAT(error_of([&] { parse_players_request(wrong); }), HasSubstr("\"strongest:N kinds\""))
        << wrong;
  }
}

TEST(ClaimPlayers, LaddersHalveTheWorkAtEachRungDown) {
  const std::vector<std::string> tops = {"alphabeta:nodes=1000", "mcts:sims=30,nodes=900"};
  const ClaimPlayers players = ladders_below(tops, 2);
  EXPECT_THAT(players.ladders[0],
              ElementsAre("alphabeta:nodes=250", "alphabeta:nodes=500", "alphabeta:nodes=1000"));
  EXPECT_THAT(players.ladders[1], ElementsAre("mcts:nodes=225,sims=7", "mcts:nodes=450,sims=15",
                                              "mcts:nodes=900,sims=30"));
  EXPECT_EQ(players.rung_name(1), "alphabeta:nodes=500 | mcts:nodes=450,sims=15");
  EXPECT_EQ(players.rungs(), 3U);
  const std::vector<std::string> timed = {"alphabeta:seconds=0.2"};
  EXPECT_THAT(ladders_below(timed, 1).ladders[0],
              ElementsAre("alphabeta:seconds=0.1", "alphabeta:seconds=0.2"));
}

TEST(ClaimPlayers, RefuseWhatIsNoLadder) {
  const auto error = [](std::vector<std::string> agents, int doublings) {
    return error_of([&] { ladders_below(agents, doublings); });
  };
  EXPECT_THAT(error({"alphabeta:depth=3"}, 1),
              HasSubstr("needs a limit in nodes, sims or seconds"));
  EXPECT_EQ(error({"alphabeta:depth=3"}, 0), "");
  EXPECT_THAT(error({"mcts:sims=4"}, 3), HasSubstr("too many doublings"));
  EXPECT_THAT(error({"mcts:sims=4", "mcts:sims=4,cutoff=9"}, 0), HasSubstr("of one kind (mcts)"));
  EXPECT_THAT(error({"nonsense"}, 0), HasSubstr("nonsense"));
}

/// A calibration of made-up games between five agents of three kinds.
class StrongestPlayers : public testing::Test {
 protected:
  StrongestPlayers() {
    CalibrateOptions options;
    options.rules = "brandubh-7";
    options.agents = {"alphabeta:nodes=100", "alphabeta:nodes=400", "mcts:sims=40",
                      "alphabeta:depth=3", "alphabeta:net=brandubh-7,nodes=400"};
    options.games = 24;
    options.threads = 1;
    test::silence(options);
    options.player = [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                        const std::function<void(const GameRecord&)>& finished,
                        const std::stop_token&) {
      const auto strength = [](const std::string& agent) {
        const std::map<std::string, int> strengths = {{"alphabeta:depth=3", 4},
                                                      {"alphabeta:net=brandubh-7,nodes=400", 3},
                                                      {"alphabeta:nodes=400", 2},
                                                      {"mcts:sims=40", 1}};
        const auto found = strengths.find(agent);
        return found == strengths.end() ? 0 : found->second;
      };
      for (const std::uint64_t number : numbers) {
        GameRecord game = test::fake_game(settings, number);
        const int better = strength(settings.first_agent) - strength(settings.second_agent);
        game.result = better > 0   ? Result::first_wins
                      : better < 0 ? Result::second_wins
                                   : Result::draw;
        finished(game);
      }
    };
    hash_ = run_calibration(options, folder_.path()).hash();
  }

  static std::vector<RuleSet> rules(const std::vector<std::string>& changes = {}) {
    return {load_rule_set("brandubh-7", {}), load_rule_set("brandubh-7", changes)};
  }
  [[nodiscard]] StoredCalibration load() const {
    return load_calibration(folder_.path(), load_rule_set("brandubh-7"));
  }
  /// The error of a claim's players after a change of the file.
  std::string error_after(const std::function<void(nlohmann::json&)>& change) {
    const std::filesystem::path file = folder_.path() / "calibration.json";
    const std::string right = test::read(file);
    auto json = nlohmann::json::parse(right);
    change(json);
    test::write(file, json.dump());
    const std::string error = error_of([&] { strongest_players(load(), {2}, 1, rules()); });
    test::write(file, right);
    return error;
  }

  TemporaryFolder folder_;
  std::string hash_;
};

TEST_F(StrongestPlayers, AreTheBestOfEachKind) {
  const ClaimPlayers players = strongest_players(load(), {2}, 0, rules());
  EXPECT_EQ(players.calibration, hash_);
  ASSERT_EQ(players.kinds(), 2U);
  EXPECT_EQ(players.rung_name(0), "alphabeta:depth=3 | alphabeta:net=brandubh-7,nodes=400");
  EXPECT_THAT(error_of([&] { strongest_players(load(), {4}, 0, rules()); }),
              HasSubstr("has agents of 3 kinds (alphabeta, alphabeta, learned evaluation, mcts) "
                        "that can play this claim, and it needs 4; calibrate more"));
}

TEST_F(StrongestPlayers, HaveALadderAndPlayByAllRules) {
  // A depth cannot be halved.
  const ClaimPlayers ladders = strongest_players(load(), {2}, 1, rules());
  EXPECT_EQ(ladders.rung_name(1), "alphabeta:net=brandubh-7,nodes=400 | alphabeta:nodes=400");
  // The evaluation was trained for an armed king.
  const ClaimPlayers players = strongest_players(load(), {2}, 1, rules({"king.armed=none"}));
  EXPECT_EQ(players.rung_name(1), "alphabeta:nodes=400 | mcts:sims=40");
  const std::string error =
      error_of([&] { strongest_players(load(), {3}, 1, rules({"king.armed=none"})); });
  EXPECT_THAT(error, HasSubstr("Left out: agent 'alphabeta:depth=3': a ladder of doublings needs"));
  EXPECT_THAT(error, HasSubstr("net 'brandubh-7': it was trained for brandubh-7, not for"));
}

TEST_F(StrongestPlayers, UseEvaluationsOfTheirOwnOnlyIfAllRulesHaveOne) {
  StoredCalibration calibration = load();
  calibration.agents = {"mcts:eval=auto,sims=40", "alphabeta:net=auto,nodes=400",
                        "alphabeta:nodes=400"};
  calibration.ratings = {2.0, 1.0, 0.0};
  calibration.nets = nets_of_agents(calibration.agents, load_rule_set("brandubh-7"));
  const std::vector<RuleSet> both = {load_rule_set("brandubh-7"), load_rule_set("helmfrid-11")};
  EXPECT_EQ(strongest_players(calibration, {2}, 1, both).rung_name(1),
            "mcts:eval=auto,sims=40 | alphabeta:net=auto,nodes=400");
  EXPECT_EQ(strongest_players(calibration, {1}, 1, rules({"king.armed=none"})).rung_name(1),
            "alphabeta:nodes=400");
  EXPECT_THAT(
      error_of([&] { strongest_players(calibration, {2}, 1, rules({"king.armed=none"})); }),
      HasSubstr("agent 'mcts:eval=auto,sims=40': no learned evaluation comes with tavlab for "
                "brandubh-7{king.armed=none}"));
}

TEST_F(StrongestPlayers, AreThoseOfTodaysRulesNetsAndVersionOnly) {
  EXPECT_EQ(error_after([](nlohmann::json&) {}), "");
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["tavlab_version"] = "0.0.9"; }),
              HasSubstr("was made by tavlab 0.0.9"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["rules_hash"] = "00"; }),
              HasSubstr("the rules of brandubh-7 have changed"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["nets"] = "0 net old"; }),
              HasSubstr("a net of its agents has changed"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["rules"] = "helmfrid-9"; }),
              HasSubstr("is a calibration of helmfrid-9, not of brandubh-7"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["set"] = {"king.weak=true"}; }),
              HasSubstr("with king.weak=true"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["complete"] = false; }),
              HasSubstr("was interrupted"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["players"] = nullptr; }),
              HasSubstr("with a clock or odds"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json.erase("ratings"); }),
              HasSubstr("is damaged"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["players"].erase(0); }),
              HasSubstr("4 agents and 5 ratings"));
  EXPECT_THAT(error_after([](nlohmann::json& json) { json["format"] = "x"; }),
              HasSubstr("is not a calibration"));
  test::write(folder_.path() / "calibration.json", "{");
  EXPECT_THAT(error_of([&] { static_cast<void>(load()); }), HasSubstr("is damaged"));
  EXPECT_THAT(
      error_of([&] { load_calibration(folder_.path() / "none", load_rule_set("tavreli")); }),
      HasSubstr("`tavlab calibrate tavreli --agents"));
}

/// Limits of the match, in place of those of the agents.
TEST(CalibratedAgents, HaveTheLimitsUnderWhichTheyPlayed) {
  const std::vector<std::string> agents = {"alphabeta:depth=4", "mcts:sims=800", "random"};
  MatchLimits limits;
  EXPECT_EQ(players_of(agents, limits), agents);
  limits.seconds = 0.2;
  EXPECT_THAT(players_of(agents, limits),
              ElementsAre("alphabeta:seconds=0.2", "mcts:seconds=0.2", "random"));
  limits.seconds.reset();
  limits.nodes = 5000;
  EXPECT_THAT(players_of(agents, limits),
              ElementsAre("alphabeta:nodes=5000", "mcts:sims=5000", "random"));
  limits.odds = SideOdds{};
  EXPECT_TRUE(players_of(agents, limits).empty());
}

}  // namespace
}  // namespace tavlab
