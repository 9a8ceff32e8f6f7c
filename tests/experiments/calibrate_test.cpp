// Calibrations of agents whose scores are made up.
#include "experiments/calibrate/calibrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::Not;

/// By agent: 0, 1, 2.
std::size_t number_of(const std::string& agent) {
  return agent == "random" ? 0 : agent == "greedy" ? 1 : 2;
}

/// The net's mirror says 0.7, but its attackers hardly score against the others' defenders.
constexpr std::array<std::array<double, 3>, 3> kScores = {
    {{0.3, 0.02, 0.1}, {0.8, 0.45, 0.8}, {0.6, 0.06, 0.7}}};

/// Games with results drawn from the table.
void play_by_table(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                   const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
  for (const std::uint64_t number : numbers) {
    GameRecord game = test::fake_game(settings, number);
    Random random(derive_seed({test::fake_cell(settings), number, 1}));
    const double score = kScores[number_of(settings.first_agent)][number_of(settings.second_agent)];
    game.result = random.uniform() < score ? Result::first_wins : Result::second_wins;
    finished(game);
  }
}

CalibrateOptions three_agents() {
  CalibrateOptions options;
  options.rules = "helmfrid-9";
  options.agents = {"random", "greedy", "mcts:sims=10"};
  options.games = 300;
  options.threads = 2;
  test::silence(options);
  options.player = play_by_table;
  return options;
}

TEST(Calibrate, FindsWhoIsStrongestAndHowEvenTheGameIs) {
  const TemporaryFolder folder;
  const CalibrateResult result = run_calibration(three_agents(), folder.path());
  const Calibration& found = result.calibration;
  EXPECT_NEAR(found.equilibrium.value, 0.45, 0.05);
  EXPECT_NEAR(found.band.low, 0.45, 0.05);
  EXPECT_NEAR(found.band.high, 0.45, 0.05);
  EXPECT_TRUE(found.value_interval.contains(0.45));
  EXPECT_EQ(found.strongest(), 1U);
  EXPECT_TRUE(found.mirror_misleads(2));
  EXPECT_FALSE(found.mirror_misleads(1));
  EXPECT_GT(found.games(1, 1).games(), 1500U) << "the cell that decides";
  EXPECT_LT(found.games(0, 0).games(), 100U);
  EXPECT_EQ(result.games.games(), 2700U);

  const auto json = nlohmann::json::parse(test::read(folder.path() / "calibration.json"));
  EXPECT_EQ(json.at("attackers_score").at(1).at(1), found.score.at(1, 1));
  EXPECT_EQ(json.at("games").at(1).at(1), found.games(1, 1).finished());
  EXPECT_EQ(json.at("band").size(), 2U);
  EXPECT_EQ(json.at("strongest").at("overall"), "greedy");
  EXPECT_EQ(json.at("hash"), result.hash());
  EXPECT_EQ(json.at("misleading_mirrors").size(), 1U);
  EXPECT_THAT(test::read(folder.path() / "calibration.md"),
              HasSubstr("against itself mislead here: mcts:sims=10"));
  const std::string report = test::read(folder.path() / "report.html");
  EXPECT_THAT(report, HasSubstr("id=\"matrix\""));
  EXPECT_THAT(report,
              HasSubstr("Between the best of these agents the score of the attackers is 0.4"));
}

TEST(Calibrate, ResumesAsItWouldHaveContinued) {
  const TemporaryFolder whole, parts;
  CalibrateOptions options = three_agents();
  options.games = 40;
  const CalibrateResult at_once = run_calibration(options, whole.path());
  options.threads = 1;
  options.player = test::interrupted_after(150, play_by_table);
  EXPECT_EQ(error_of([&] { run_calibration(options, parts.path()); }), "interrupted");
  options.player = play_by_table;
  const CalibrateResult resumed = run_calibration(options, parts.path());
  EXPECT_EQ(resumed.calibration.counts, at_once.calibration.counts);
  EXPECT_EQ(resumed.hash(), at_once.hash());
}

TEST(Calibrate, PlaysNoOpeningTwice) {
  const TemporaryFolder folder;
  CalibrateOptions options = three_agents();
  options.conditions.openings = "plies=1,unique";
  const CalibrateResult result = run_calibration(options, folder.path());
  const RuleSet rules = load_rule_set("helmfrid-9", {});
  const std::size_t openings = load_openings("plies=1,unique", rules, 1)->lines.size();
  ASSERT_LT(openings, 300U);
  EXPECT_EQ(result.calibration.games(1, 1).games(), openings) << "the cell that decides";
  for (const ResultCounts& cell : result.calibration.counts) EXPECT_LE(cell.games(), openings);
}

TEST(Calibrate, StopsWhenItIsPrecise) {
  const TemporaryFolder folder;
  CalibrateOptions options = three_agents();
  options.precision = 0.1;
  const CalibrateResult result = run_calibration(options, folder.path());
  EXPECT_LT(result.games.games(), 2700U);
  const Calibration& found = result.calibration;
  EXPECT_LE(found.value_interval.high - found.equilibrium.value, 0.1);
  EXPECT_LE(found.equilibrium.value - found.value_interval.low, 0.1);
}

TEST(Calibrate, RefusesWhatItCannotRate) {
  const TemporaryFolder folder;
  CalibrateOptions options = three_agents();
  const auto error = [&] {
    return error_of([&] { run_calibration(options, folder.path() / "out"); });
  };
  options.agents = {"random"};
  EXPECT_THAT(error(), HasSubstr("at least two agents"));
  options.agents = {"random", "random"};
  EXPECT_THAT(error(), HasSubstr("named twice"));
  options = three_agents();
  options.player = [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                      const std::function<void(const GameRecord&)>& finished,
                      const std::stop_token&) {
    for (const std::uint64_t number : numbers) {
      GameRecord game = test::fake_game(settings, number);
      game.result = Result::unfinished;
      finished(game);
    }
  };
  EXPECT_THAT(error(), HasSubstr("none of the 2700 games was finished"));
}

}  // namespace
}  // namespace tavlab
