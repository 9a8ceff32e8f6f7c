// Fair limits of agents whose scores are made up.
#include "experiments/limit/limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using nlohmann::json;
using test::error_of;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Not;

/// Even at 12 for "greedy", which is better on both sides, and at 15 for "random".
double made_up_score(const MatchSettings& settings) {
  const bool greedy_attacks = settings.first_agent == "greedy";
  const bool greedy_defends = settings.second_agent == "greedy";
  const double even = 15.0 + (greedy_attacks ? 4.0 : 0.0) - (greedy_defends ? 7.0 : 0.0);
  const auto limit = static_cast<double>(settings.rule_set.integer(kLimitKey));
  return 1.0 / (1.0 + std::exp(1.5 * (limit - even)));
}

void play_by_score(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                   const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
  for (const std::uint64_t number : numbers) {
    GameRecord game = test::fake_game(settings, number);
    Random random(derive_seed({test::fake_cell(settings), number, 1}));
    game.result =
        random.uniform() < made_up_score(settings) ? Result::first_wins : Result::second_wins;
    finished(game);
  }
}

LimitOptions two_agents() {
  LimitOptions options;
  options.rules = "helmfrid-9";
  options.agents = {"random", "greedy"};
  options.limits = {"8..18"};
  options.games = 60;
  options.threads = 2;
  options.prove_nodes = 0;
  test::silence(options);
  options.player = play_by_score;
  return options;
}

TEST(Limit, FindsTheEvenPoint) {
  const TemporaryFolder folder;
  const LimitResult result = run_limit(two_agents(), folder.path());
  EXPECT_EQ(result.limits.size(), 11U);
  EXPECT_LE(result.games.games(), 60U * 44);
  const auto found = json::parse(test::read(folder.path() / "limit.json"));
  EXPECT_EQ(found.at("limits").front(), 8);
  ASSERT_EQ(found.at("curves").size(), 3U);
  const json &best = found["curves"][0], &random = found["curves"][1], &greedy = found["curves"][2];
  EXPECT_EQ(best.at("agent"), nullptr);
  EXPECT_EQ(random.at("agent"), "random");
  for (const json& curve : {best, greedy}) {
    const std::vector<int> even = curve.at("even").at("limits");
    EXPECT_THAT(even, Contains(12));
    EXPECT_THAT(even, Each(AllOf(Ge(10), Le(14))));
    EXPECT_FALSE(curve.at("even").at("open_before"));
  }
  EXPECT_THAT(random.at("even").at("limits").get<std::vector<int>>(), Contains(15));
  EXPECT_THAT(random.at("even").at("better_for_first").get<std::vector<int>>(), Contains(12));
  for (const json& curve : found["curves"]) {
    EXPECT_EQ(curve.at("score").size(), 11U);
    EXPECT_EQ(curve.at("bids").at("estimate").size(), 1U);
    for (std::size_t n = 1; n < 11; ++n) EXPECT_LE(curve["score"][n], curve["score"][n - 1]);
  }
  EXPECT_EQ(found.at("proved").at("first_side_up_to"), 0);
  EXPECT_TRUE(found.at("complete"));
  // The cells are those that they are taken for.
  for (const json& pair : found.at("pairs")) {
    for (std::size_t n = 0; n < 11; ++n) {
      const CellSummary& cell = *std::ranges::find_if(result.games.cells, [&](const auto& each) {
        return each.cell.agents.first == pair.at("first") &&
               each.cell.agents.second == pair.at("second") &&
               each.cell.group == "limit " + std::to_string(8 + n);
      });
      EXPECT_EQ(pair.at("games")[n], cell.finished());
      EXPECT_EQ(pair.at("points")[n], cell.tally.points());
    }
  }
  // Most games are where it is decided: of the pair that the value depends on, near its even point.
  EXPECT_GT(found["pairs"][3]["games"][4], 3 * found["pairs"][1]["games"][0].get<int>());
}

TEST(Limit, Reports) {
  const TemporaryFolder folder;
  run_limit(two_agents(), folder.path());
  const std::string report = test::read(folder.path() / "report.html");
  EXPECT_THAT(report, HasSubstr("Between the best of these programs, helmfrid-9 may be even only"));
  EXPECT_THAT(report, HasSubstr("id=\"limits\""));
  EXPECT_THAT(report, HasSubstr("id=\"even\""));
  EXPECT_THAT(report, HasSubstr("The games do not contradict it"));
  EXPECT_THAT(report, Not(HasSubstr("Wilson"))) << "intervals for a fixed number of games";
  EXPECT_THAT(test::read(folder.path() / "limit.md"), HasSubstr("| best of all agents | 1"));
  EXPECT_THAT(test::read(folder.path() / "figures" / "limit.svg"), HasSubstr("class=\"band s0\""));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "figures" / "limit-agents.svg"));
}

/// Game n has the same opening in every cell, and no cell has an opening twice.
TEST(Limit, PlaysTheSameOpenings) {
  const TemporaryFolder folder;
  LimitOptions options = two_agents();
  options.conditions.openings = "plies=1,unique";
  options.games = 6;
  std::map<std::uint64_t, std::string> openings;
  std::map<std::string, std::set<std::string>> of_cells;
  options.threads = 1;
  options.player = [&](const MatchSettings& settings, std::span<const std::uint64_t> numbers,
                       int threads, const std::function<void(const GameRecord&)>& finished,
                       const std::stop_token& stop) {
    for (const std::uint64_t number : numbers) {
      const std::string& line = settings.openings->of_game(number, false);
      EXPECT_EQ(openings.try_emplace(number, line).first->second, line);
      const std::string cell =
          settings.rule_set.id + settings.first_agent + "/" + settings.second_agent;
      EXPECT_TRUE(of_cells[cell].insert(line).second) << cell;
    }
    play_by_score(settings, numbers, threads, finished, stop);
  };
  run_limit(options, folder.path());
  EXPECT_EQ(of_cells.size(), 44U);
}

TEST(Limit, ResumesAsItWouldHaveContinued) {
  const TemporaryFolder whole, parts;
  LimitOptions options = two_agents();
  options.games = 20;
  const LimitResult at_once = run_limit(options, whole.path());
  options.threads = 1;
  options.player = test::interrupted_after(500, play_by_score);
  EXPECT_EQ(error_of([&] { run_limit(options, parts.path()); }), "interrupted");
  options.player = play_by_score;
  const LimitResult resumed = run_limit(options, parts.path());
  EXPECT_EQ(resumed.curves.counts, at_once.curves.counts);
  EXPECT_EQ(test::read(parts.path() / "limit.json"), test::read(whole.path() / "limit.json"));
}

TEST(Limit, OneAgentIsEnough) {
  const TemporaryFolder folder;
  LimitOptions options = two_agents();
  options.agents = {"greedy"};
  options.limits = {"9", "12..13", "17"};
  const LimitResult result = run_limit(options, folder.path());
  EXPECT_THAT(result.limits, ElementsAre(9, 12, 13, 17));
  EXPECT_EQ(json::parse(test::read(folder.path() / "limit.json")).at("curves").size(), 1U);
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("When greedy plays both sides"));
}

TEST(Limit, SaysWhereLongerLimitsHelpedTheAttackers) {
  const TemporaryFolder folder;
  LimitOptions options = two_agents();
  options.agents = {"greedy"};
  options.player = [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                      const std::function<void(const GameRecord&)>& finished,
                      const std::stop_token&) {
    for (const std::uint64_t number : numbers) {
      GameRecord game = test::fake_game(settings, number);
      const bool wins = settings.rule_set.integer(kLimitKey) == 15;
      game.result = wins ? Result::first_wins : Result::second_wins;
      finished(game);
    }
  };
  const LimitResult result = run_limit(options, folder.path());
  ASSERT_TRUE(result.curves.pair(0, 0).rise);
  EXPECT_EQ(result.limits[result.curves.pair(0, 0).rise->longer], 15);
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("Contradicted: greedy against"));
  const auto found = json::parse(test::read(folder.path() / "limit.json"));
  EXPECT_EQ(found["pairs"][0]["rise"]["to"], 15);
}

TEST(Limit, ShowsWhatIsProved) {
  const TemporaryFolder folder;
  LimitOptions options = two_agents();
  options.rules = "brandubh-7";
  options.agents = {"greedy"};
  options.limits = {"3..9"};
  options.games = 4;
  options.prove_nodes = 100'000;
  const LimitResult result = run_limit(options, folder.path());
  // docs/exact.md: the attackers hold nine moves; certificates of seven without reservation.
  EXPECT_GE(result.proved.held, 3);
  EXPECT_LE(result.proved.held, 7);
  EXPECT_GE(result.proved.held_without_repetition, result.proved.held);
  EXPECT_FALSE(result.proved.won);
  EXPECT_EQ(result.proved.score(3), 1.0);
  EXPECT_EQ(result.proved.score(9), std::nullopt);
  const auto found = json::parse(test::read(folder.path() / "limit.json"));
  EXPECT_EQ(found["proved"]["score"][0], 1.0);
  EXPECT_EQ(found["proved"]["score"][6], nullptr);
  EXPECT_THAT(test::read(folder.path() / "figures" / "limit.svg"), HasSubstr("class=\"proved\""));
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("win against any play"));
}

TEST(ProvedLimits, DecideAllLimitsOnTheirSide) {
  ProvedLimits proved;
  proved.held = 4;
  proved.won = 9;
  EXPECT_EQ(proved.score(1), 1.0);
  EXPECT_EQ(proved.score(4), 1.0);
  EXPECT_EQ(proved.score(5), std::nullopt);
  EXPECT_EQ(proved.score(9), 0.0);
  EXPECT_EQ(proved.score(30), 0.0);
}

/// Against attackers who move one step at a time, and a king who may escape on any edge.
TEST(ProvedLimits, FindTheShortestWin) {
  const std::array<std::string, 3> easy = {"escape=edge", "first=defenders", "range.attacker=1"};
  const RuleSet rules = load_rule_set("brandubh-7", easy);
  const ProvedLimits found = prove_limits(rules, 9, 2'000'000);
  EXPECT_EQ(found.won, 6);
  EXPECT_EQ(found.held_without_repetition, 5);
  EXPECT_LE(found.held, 5);
  EXPECT_EQ(prove_limits(rules, 5, 2'000'000).won, std::nullopt) << "no longer limit is asked for";
  const ProvedLimits cheap = prove_limits(rules, 9, found.nodes / 10);
  EXPECT_EQ(cheap.won, std::nullopt);
  EXPECT_LE(cheap.nodes, found.nodes / 5);
}

TEST(ProvedLimits, SayWhatCannotBeProved) {
  EXPECT_THAT(prove_limits(load_rule_set("ur-finkel"), 9, 1000).refused, HasSubstr("no search"));
  const ProvedLimits none = prove_limits(load_rule_set("brandubh-7"), 9, 0);
  EXPECT_EQ(none.held, 0);
  EXPECT_FALSE(none.won);
}

TEST(Limit, ReadsLimits) {
  EXPECT_THAT(parse_limits(std::array<std::string, 3>{"5..7", "9", "12..13"}),
              ElementsAre(5, 6, 7, 9, 12, 13));
  for (const char* wrong : {"0", "5..", "..5", "7..5", "1000", "x", "5...7", "-3", ""}) {
    EXPECT_THAT(error_of([&] { parse_limits(std::array<std::string, 1>{wrong}); }),
                HasSubstr("limit: --limits"))
        << wrong;
  }
  EXPECT_THAT(error_of([] {
                parse_limits(std::array<std::string, 2>{"9", "9"});
              }),
              HasSubstr("must rise"));
}

TEST(Limit, RefusesWhatItCannotPlay) {
  const TemporaryFolder folder;
  LimitOptions options = two_agents();
  const auto error = [&] { return error_of([&] { run_limit(options, folder.path() / "out"); }); };
  options.rules = "ur-finkel";
  EXPECT_THAT(error(), HasSubstr("have no limit on the moves of a king's side"));
  options = two_agents();
  options.overrides = {"limits.king_side_moves=9"};
  EXPECT_THAT(error(), HasSubstr("that is what --limits varies"));
  options = two_agents();
  options.agents = {"greedy", "greedy"};
  EXPECT_THAT(error(), HasSubstr("named twice"));
  options = two_agents();
  options.max_plies = 30;
  EXPECT_THAT(error(), HasSubstr("only after up to 38"));
  options = two_agents();
  options.conditions.openings = "plies=1,unique";
  EXPECT_THAT(error(), HasSubstr("use more openings"));
  options.games = 4;
  options.limits = {"1..5"};
  options.conditions.openings = "plies=2,unique";
  EXPECT_NE(error(), "") << "a limit of one move ends within the opening";
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

}  // namespace
}  // namespace tavlab
