// How rule sets differ: in texts, positions, games.
#include "experiments/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/compare/difference.h"
#include "experiments/measure/game_measures.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::Not;

CompareOptions comparison_of(std::vector<std::string> rules) {
  CompareOptions options;
  options.rules = std::move(rules);
  options.agent = "random";
  options.games = 30;
  options.threads = 2;
  test::silence(options);
  options.sample.positions = 300;
  options.sample.asked = 20;
  return options;
}

TEST(Compare, FindsWhereTwoRuleSetsPart) {
  const TemporaryFolder folder;
  // The throne that only the king may cross.
  const CompareResult result =
      run_compare(comparison_of({"helmfrid-9", "tavlei-9"}), folder.path());
  ASSERT_EQ(result.pairs.size(), 1U);
  const RulesComparison& pair = result.pairs.front();
  ASSERT_EQ(pair.parameters.size(), 2U);
  EXPECT_EQ(pair.parameters[0].key, "throne.pass");
  EXPECT_GE(pair.in_first.positions, 300U);
  EXPECT_LE(pair.in_first.positions, 330U);
  EXPECT_EQ(pair.in_first.unreadable, 0U);
  EXPECT_GT(pair.in_first.moves_differ, 0U);
  EXPECT_LT(pair.in_first.moves_differ, pair.in_first.positions);
  ASSERT_FALSE(pair.in_first.examples.empty());
  const DifferingPosition& example = pair.in_first.examples.front();
  EXPECT_EQ(example.what, "legal moves");
  EXPECT_NE(example.only_first, "") << "Helmfrid's pieces cross the throne";
  EXPECT_EQ(example.only_second, "");
  const auto json = nlohmann::json::parse(test::read(folder.path() / "compare.json"));
  EXPECT_EQ(json.at("pairs").at(0).at("in_first").at("moves_differ"), pair.in_first.moves_differ);
  const std::string report = test::read(folder.path() / "report.html");
  EXPECT_THAT(report, HasSubstr("Where they differ"));
  EXPECT_THAT(report, HasSubstr("plies with a choice<br/>")) << "choice_share, in words";
  EXPECT_THAT(report, HasSubstr("plies with more than one legal move"));
}

TEST(Compare, FindsNothingBetweenARuleSetAndItsTwin) {
  const TemporaryFolder folder;
  // The same game under another name.
  test::write(folder.path() / "twin.toml",
              "id = \"twin\"\nextends = \"helmfrid-9\"\ntitle = \"t\"\nsource = \"s\"\n"
              "repetition.count = 4\n");
  const CompareResult result = run_compare(
      comparison_of({"helmfrid-9", (folder.path() / "twin.toml").string()}), folder.path() / "out");
  for (const PositionComparison* each :
       {&result.pairs.front().in_first, &result.pairs.front().in_second}) {
    EXPECT_EQ(each->moves_differ, 0U);
    EXPECT_EQ(each->asked, 20U);
    EXPECT_EQ(each->choice_differs, 0U) << "the same random numbers, the same moves";
    EXPECT_GT(each->choice_noise, 0U);
  }
}

/// The moves played towards a limit are no part of a position under rules without it.
TEST(Compare, CountersAreNoDifference) {
  const TemporaryFolder folder;
  CompareOptions options = comparison_of({"brandubh-7"});
  options.overrides = {"limits.king_side_moves=900"};
  const CompareResult result = run_compare(options, folder.path());
  for (const PositionComparison* each :
       {&result.pairs.front().in_first, &result.pairs.front().in_second}) {
    EXPECT_GT(each->positions, 0U);
    EXPECT_EQ(each->unreadable, 0U);
    EXPECT_EQ(each->moves_differ, 0U);
    EXPECT_EQ(each->results_differ, 0U);
  }
}

TEST(Compare, FamiliesAreComparedInTheirGames) {
  const TemporaryFolder folder;
  const CompareResult result =
      run_compare(comparison_of({"tavlei-9", "bashni", "ur-finkel"}), folder.path());
  ASSERT_EQ(result.pairs.size(), 3U);
  const RulesComparison& pair = result.pairs.front();
  ASSERT_EQ(pair.parameters.size(), 1U);
  EXPECT_EQ(pair.parameters[0].key, "family");
  EXPECT_EQ(pair.in_first.positions + pair.in_second.positions, 0U);
  EXPECT_TRUE(std::ranges::any_of(pair.games, [](const Difference& each) {
    return each.measure == "plies" && each.first.mean() > 0.0 && each.second.mean() > 0.0;
  }));
  const std::string report = test::read(folder.path() / "report.html");
  EXPECT_THAT(report, HasSubstr("games of two families"));
  EXPECT_THAT(report, Not(HasSubstr("positions of games by")));
  EXPECT_THAT(test::read(folder.path() / "compare.md"), HasSubstr("| family | tafl | draughts |"));
}

TEST(Compare, TellsResultsOfMovesApart) {
  const TemporaryFolder folder;
  const CompareResult result =
      run_compare(comparison_of({"ur-finkel", "ur-masters"}), folder.path());
  const RulesComparison& pair = result.pairs.front();
  EXPECT_GT(pair.in_first.unreadable + pair.in_first.moves_differ + pair.in_first.results_differ,
            0U);
}

TEST(Compare, MakesAMatrixOfMany) {
  const TemporaryFolder folder;
  CompareOptions options = comparison_of({"helmfrid-9", "tavlei-9", "tablut-9"});
  const CompareResult result = run_compare(options, folder.path());
  EXPECT_EQ(result.pairs.size(), 3U);
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("id=\"matrix\""));
}

TEST(Compare, TellsOfTheGamesThatItAsksFor) {
  const TemporaryFolder folder;
  CompareOptions options = comparison_of({"helmfrid-9", "tavlei-9"});
  run_compare(options, folder.path() / "more");
  options.games = 10;
  run_compare(options, folder.path() / "more");
  run_compare(options, folder.path() / "fresh");
  EXPECT_EQ(test::read(folder.path() / "more" / "compare.json"),
            test::read(folder.path() / "fresh" / "compare.json"));
}

TEST(Compare, GamesThatAllEndAlikeLeaveAnIntervalOpen) {
  CellSummary first, second;
  first.measures.resize(game_measures().size());
  for (int i = 0; i < 40; ++i) first.measures[0].add(0.0);
  second.measures = first.measures;
  const Difference score = difference(first, second, "score");
  EXPECT_EQ(score.value, 0.0);
  EXPECT_EQ(score.p_value, 1.0);
  EXPECT_NEAR(score.interval.low, -0.088, 0.001);
  EXPECT_NEAR(score.interval.high, 0.088, 0.001);
}

TEST(Compare, RulesFromFilesStayFoundBesideTheFolder) {
  const TemporaryFolder folder;
  test::write(folder.path() / "mine.toml",
              "id = \"mine\"\ntitle = \"Mine\"\nsource = \"me\"\nextends = "
              "\"helmfrid-9\"\nking.weak = true\n");
  CompareOptions options = comparison_of({(folder.path() / "mine.toml").string(), "helmfrid-9"});
  run_compare(options, folder.path() / "out");
  const std::string made = test::read(folder.path() / "out" / "experiment.toml");
  EXPECT_THAT(made, HasSubstr("rules = \"../mine.toml\""));
  EXPECT_EQ(load_experiment((folder.path() / "out" / "experiment.toml").string()).cells.size(), 2U);
  options.opening_plies = options.max_plies;
  EXPECT_THAT(error_of([&] { run_compare(options, folder.path() / "other"); }),
              HasSubstr("--opening must be below --max-plies"));
}

TEST(Compare, RefusesWhatCannotBeCompared) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { run_compare(comparison_of({"helmfrid-9"}), folder.path() / "b"); }),
              HasSubstr("at least two rule sets"));
  EXPECT_THAT(error_of([&] {
                run_compare(comparison_of({"helmfrid-9", "helmfrid-9"}), folder.path() / "b");
              }),
              HasSubstr("named twice"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "b"));
}

TEST(Compare, BoardsOfDifferentSizesShareNoPositions) {
  const TemporaryFolder folder;
  const CompareResult result =
      run_compare(comparison_of({"helmfrid-9", "helmfrid-11"}), folder.path());
  const PositionComparison& in_first = result.pairs.front().in_first;
  EXPECT_EQ(in_first.unreadable, in_first.positions);
}

}  // namespace
}  // namespace tavlab
