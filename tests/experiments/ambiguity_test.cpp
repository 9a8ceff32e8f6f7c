// The sweep over the points that a source leaves open.
#include "experiments/compare/ambiguity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;

AmbiguityOptions sweep_of(const std::string& rules) {
  AmbiguityOptions options;
  options.rules = rules;
  options.agent = "random";
  options.games = 60;
  options.threads = 2;
  test::silence(options);
  options.player = test::fake_player();
  return options;
}

TEST(Ambiguity, PlaysEveryAlternativeOfEveryAssumption) {
  const TemporaryFolder folder;
  const RuleSet rules = load_rule_set("helmfrid-9");
  std::size_t alternatives = 0;
  for (const Assumption& each : rules.assumptions) alternatives += each.alternatives.size();
  const AmbiguityResult result = run_ambiguity(sweep_of("helmfrid-9"), folder.path());
  EXPECT_EQ(result.rows.size() + result.unplayable.size(), alternatives);
  EXPECT_EQ(result.games.cells.size(), result.rows.size() + 1);
  for (std::size_t i = 1; i < result.rows.size(); ++i) {
    EXPECT_GE(std::abs(result.rows[i - 1].differences[0].value),
              std::abs(result.rows[i].differences[0].value));
  }
  const auto json = nlohmann::json::parse(test::read(folder.path() / "ambiguity.json"));
  EXPECT_EQ(json.at("rows").size(), result.rows.size());
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("id=\"ambiguity\""));
  // The file that it wrote is an experiment like any other.
  EXPECT_EQ(load_experiment((folder.path() / "experiment.toml").string()).cells.size(),
            result.games.cells.size());
}

TEST(Ambiguity, DoesNotPlayWhatHasNoEffect) {
  const TemporaryFolder folder;
  folder.write("x.toml", R"(id = "x"
extends = "helmfrid-9"
title = "t"
source = "s"
king.weak = true
[assumed."king.on_edge"]
value = "custodial"
reason = "r"
alternatives = ["never"]
)");
  AmbiguityOptions options = sweep_of((folder.path() / "x.toml").string());
  const AmbiguityResult result = run_ambiguity(options, folder.path() / "out");
  EXPECT_THAT(result.unplayable,
              testing::Contains("king.on_edge = never: no effect without king.weak = false"));
  for (const AmbiguityRow& row : result.rows) EXPECT_NE(row.variant, "king.on_edge = never");
}

/// An evaluation that comes for the rules as published only.
TEST(Ambiguity, CautionsAgainstPlayersThatAreNotTheSame) {
  const TemporaryFolder folder;
  AmbiguityOptions options = sweep_of("tavlei-9");
  options.agent = "alphabeta:net=auto,nodes=9";
  run_ambiguity(options, folder.path());
  for (const char* file : {"report.html", "ambiguity.json", "ambiguity.md", "summary.json"}) {
    EXPECT_THAT(test::read(folder.path() / file), HasSubstr("is not equally strong under these"))
        << file;
  }
}

TEST(Ambiguity, FindsNothingInNoise) {
  // All variants have the same made-up chances: few effects survive Holm's correction.
  const TemporaryFolder folder;
  AmbiguityOptions options = sweep_of("helmfrid-9");
  options.games = 400;
  const AmbiguityResult result = run_ambiguity(options, folder.path());
  for (const AmbiguityRow& row : result.rows) {
    for (const double p : row.adjusted) EXPECT_GT(p, 0.05) << row.variant;
    // Simultaneous intervals are wider than a single one, and contain the truth.
    const Difference alone = difference(result.games.cells[0], result.games.cells[1], "score");
    const Interval& together = row.differences[0].interval;
    EXPECT_TRUE(together.contains(0.0)) << row.variant;
    EXPECT_GT(together.high - together.low, 1.3 * (alone.interval.high - alone.interval.low));
  }
}

TEST(Ambiguity, FindsADifferenceThatIsThere) {
  const TemporaryFolder folder;
  AmbiguityOptions options = sweep_of("helmfrid-9");
  options.games = 400;
  options.player = [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
                      const std::function<void(const GameRecord&)>& finished,
                      const std::stop_token&) {
    const bool passes = settings.rule_set.text("no_move.attackers") == "passes";
    for (const std::uint64_t number : numbers) {
      GameRecord game = test::fake_game(settings, number);
      if (passes && number % 2 == 0) game.result = Result::second_wins;
      finished(game);
    }
  };
  const AmbiguityResult result = run_ambiguity(options, folder.path());
  EXPECT_EQ(result.rows.front().variant, "no_move.attackers = passes");
  EXPECT_LT(result.rows.front().differences[0].interval.high, 0.0);
  EXPECT_LT(result.rows.front().adjusted[0], 0.001);
}

TEST(Ambiguity, PairsAlternativesOfDifferentPoints) {
  const TemporaryFolder folder;
  AmbiguityOptions options = sweep_of("brandubh-7-weak-king");
  const std::size_t single = run_ambiguity(options, folder.path() / "single").rows.size();
  options.pairs = true;
  options.rules = "helmfrid-9";
  options.games = 2;
  const AmbiguityResult result = run_ambiguity(options, folder.path() / "pairs");
  EXPECT_GT(result.rows.size(), single);
  EXPECT_TRUE(std::ranges::any_of(result.rows, [](const AmbiguityRow& row) {
    return row.variant == "no_move.attackers = draws, no_move.defenders = draws";
  }));
}

TEST(Ambiguity, RefusesRulesThatAssumeNothing) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { run_ambiguity(sweep_of("chess"), folder.path() / "out"); }),
              HasSubstr("no assumption has alternatives"));
}

}  // namespace
}  // namespace tavlab
