// Reports on games with dice, and on agents that differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "experiments/experiment.h"
#include "experiments/report/html.h"
#include "experiments/stats/interval.h"
#include "experiments/summary/summary_text.h"
#include "selfplay/match/match_summary.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kDice = R"toml(# Dice
id = "dice"
title = "Dice"
question = "Which dice?"
agents = ["random", { first = "greedy", second = "random", name = "skill" }]
games = 40
seed = 5
match = "two_game"

[[arm]]
name = "ur"
rules = "ur-skiryuk"
[arm.grid]
"dice.kind" = ["3d2_zero4", "4d2"]

[[arm]]
name = "tafl"
rules = "brandubh-7"
)toml";

class DiceTest : public testing::Test {
 protected:
  Summary make(std::string_view config, std::optional<std::uint64_t> games = {}) {
    test::write(folder_.path() / "x.toml", config);
    ExperimentOptions options;
    options.quiet = true;
    options.output = nullptr;
    options.games = games;
    options.threads = 1;
    return run_experiment((folder_.path() / "x.toml").string(), folder_.path() / "out", options)
        .summary;
  }

  /// The games of a cell, played again.
  static std::vector<GameRecord> games_of(const ExperimentCell& cell) {
    std::vector<std::uint64_t> numbers(cell.games);
    for (std::uint64_t i = 0; i < cell.games; ++i) numbers[i] = i;
    std::vector<GameRecord> games;
    play_games(cell.match_settings(), numbers, 1,
               [&](const GameRecord& game) { games.push_back(game); });
    return games;
  }

  TemporaryFolder folder_;
};

TEST_F(DiceTest, NumbersAreThoseOfTheGames) {
  const Summary summary = make(kDice);
  const auto json = nlohmann::json::parse(test::read(folder_.path() / "out" / "summary.json"));
  const ExperimentConfig config = parse_experiment(kDice, "x");
  ASSERT_EQ(config.cells.size(), 6U);
  for (std::size_t i = 0; i < config.cells.size(); ++i) {
    const auto& cell = json.at("cells").at(i);
    const std::vector<GameRecord> games = games_of(config.cells[i]);
    const auto mean = [&](const auto& of) {
      double sum = 0;
      for (const GameRecord& game : games) sum += of(game);
      return sum / static_cast<double>(games.size());
    };
    const auto most = [&](const auto& of) {
      int highest = 0;
      for (const GameRecord& game : games) highest = std::max(highest, of(game));
      return highest;
    };
    ASSERT_EQ(cell.at("unfinished"), 0);
    EXPECT_NEAR(cell.at("choices").get<double>(),
                mean([](const GameRecord& game) { return game.choices; }), 1e-9);
    const auto& chance = cell.at("chance");
    if (config.cells[i].rule_set.family == "tafl") {
      EXPECT_TRUE(chance.is_null());
      continue;
    }
    const auto run = [](const GameRecord& game) { return game.chance.longest_run; };
    const auto turn = [](const GameRecord& game) { return game.chance.longest_turn; };
    EXPECT_NEAR(chance.at("throws").get<double>(),
                mean([](const GameRecord& game) { return game.chance.rolls; }), 1e-9);
    EXPECT_NEAR(chance.at("passes").get<double>(),
                mean([](const GameRecord& game) { return game.chance.passes; }), 1e-9);
    EXPECT_NEAR(chance.at("lead_changes").get<double>(),
                mean([](const GameRecord& game) { return game.chance.lead_changes; }), 1e-9);
    EXPECT_NEAR(chance.at("longest_run").at("mean").get<double>(), mean(run), 1e-9);
    EXPECT_EQ(chance.at("longest_run").at("most"), most(run));
    EXPECT_NEAR(chance.at("longest_turn").at("mean").get<double>(), mean(turn), 1e-9);
    EXPECT_EQ(chance.at("longest_turn").at("most"), most(turn));
    std::map<std::string, double> counts;
    double all = 0;
    for (const GameRecord& game : games) {
      all += game.chance.rolls;
      for (const RollCount& each : game.chance.roll_counts) {
        counts[each.name] += static_cast<double>(each.count);
      }
    }
    EXPECT_EQ(chance.at("throw_shares").size(), counts.size());
    for (const auto& [name, count] : counts) {
      EXPECT_NEAR(chance.at("throw_shares").at(name).get<double>(), count / all, 1e-12) << name;
    }
  }
}

TEST_F(DiceTest, TheBetterAgentsShareIsOfBothSides) {
  const Summary summary = make(kDice);
  const ExperimentConfig config = parse_experiment(kDice, "x");
  const auto json = nlohmann::json::parse(summary_json(summary));
  for (std::size_t i = 0; i < config.cells.size(); ++i) {
    const CellSummary& cell = summary.cells[i];
    const auto& score = json.at("cells").at(i).at("first_agent_score");
    if (cell.cell.agents.name == "random") {  // the same on both sides: nobody is better
      EXPECT_FALSE(cell.agents.has_value());
      EXPECT_TRUE(score.is_null());
      continue;
    }
    const ResultCounts tally = MatchSummary(games_of(config.cells[i])).agent(0);
    ASSERT_TRUE(cell.agents.has_value());
    EXPECT_EQ(cell.agents->score.games, 40U);
    EXPECT_NEAR(cell.agents->score.mean, tally.score(), 1e-12);
    EXPECT_EQ(cell.agents->as_side[0].games, 20U);
    EXPECT_EQ(cell.agents->as_side[1].games, 20U);
    EXPECT_NEAR((cell.agents->as_side[0].mean + cell.agents->as_side[1].mean) / 2, tally.score(),
                1e-12);
    EXPECT_EQ(score.at("mean"), cell.agents->score.mean);
    EXPECT_EQ(score.at("low"), cell.agents->score.interval.low);
    EXPECT_EQ(score.at("games"), 40);
    if (cell.cell.family == "ur") {
      EXPECT_GT(tally.score(), 0.8);
    }
  }
}

TEST_F(DiceTest, TablesShowWhatThereIs) {
  const Summary summary = make(kDice, 4);
  const std::string table = summary_table(summary);
  for (const char* text : {"Dice and turns", "lead changes", "Frequency of each roll", "[4]",
                           "How often the first agent wins", "as first player", "How games ended",
                           "pieces home", "4 (100.0 %)"}) {
    EXPECT_THAT(table, HasSubstr(text));
  }
  EXPECT_THAT(table, Not(HasSubstr("nan")));
  const std::string page = report_html(summary);
  for (const char* text : {"<table id=\"chance\">", "<table id=\"throws\">",
                           "<table id=\"agents\">", "<table id=\"reasons\">", "lead changes"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  // The legend of the board's squares.
  for (const char* text : {"</svg>\n rosette</li>", "</svg>\n island</li>"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  // A table has rows for the cells that have something to say in it, and for no others.
  const std::string chance =
      page.substr(page.find("<table id=\"chance\">"),
                  page.find("<table id=\"throws\">") - page.find("<table id=\"chance\">"));
  EXPECT_THAT(chance, HasSubstr("ur dice.kind=4d2 | skill"));
  EXPECT_THAT(chance, Not(HasSubstr("tafl | skill")));
  std::istringstream csv(summary_csv(summary));
  std::string line;
  std::getline(csv, line);
  const auto columns = std::count(line.begin(), line.end(), ',');
  EXPECT_THAT(line, HasSubstr(",reasons,choices,throws,passes,throw_shares,longest_run,"));
  while (std::getline(csv, line)) EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns);
}

TEST_F(DiceTest, GamesWithoutDiceShowNothingOfThem) {
  const Summary summary = make(R"toml(id = "tafl"
title = "Tafl"
question = "?"
rules = ["brandubh-7"]
agents = ["random"]
games = 4
seed = 1
)toml");
  for (const std::string& text : {summary_table(summary), report_html(summary)}) {
    for (const char* absent : {"Dice and turns", "lead changes", "Frequency of each roll",
                               "first agent's score", "id=\"chance\"", "id=\"agents\""}) {
      EXPECT_THAT(text, Not(HasSubstr(absent)));
    }
  }
  EXPECT_FALSE(summary.cells.front().chance.has_value());
  EXPECT_GT(summary.cells.front().mean_choices, 1);
}

TEST_F(DiceTest, ADeadlockIsAReasonOfItsOwn) {
  const Summary summary = make(R"toml(id = "jams"
title = "Jams"
question = "?"
rules = ["ur-skiryuk"]
agents = ["greedy"]
games = 300
seed = 1
[grid]
"stack.capacity" = [1, 4]
)toml");
  EXPECT_GT(summary.cells[0].reasons.at("nobody can move"), 0U);
  EXPECT_EQ(summary.cells[0].tally.draws, summary.cells[0].reasons.at("nobody can move"));
  EXPECT_EQ(summary.cells[1].reasons.count("nobody can move"), 0U);
  EXPECT_THAT(summary_table(summary), HasSubstr("nobody can move"));
  EXPECT_THAT(summary_csv(summary), HasSubstr("nobody can move="));
}

/// A pair of games in each cell of every experiment with the Royal Game of Ur.
TEST_F(DiceTest, EveryExperimentWithDicePlays) {
  int experiments = 0;
  for (const std::string& id : builtin_experiment_ids()) {
    const ExperimentConfig config = load_experiment(id, 2);
    if (config.cells.front().rule_set.family != "ur") continue;
    ++experiments;
    ExperimentOptions options;
    options.quiet = true;
    options.output = nullptr;
    options.games = 2;
    const ExperimentOutcome outcome = run_experiment(id, folder_.path() / id, options);
    EXPECT_TRUE(outcome.summary.complete()) << id;
    for (const CellSummary& cell : outcome.summary.cells) {
      EXPECT_EQ(cell.finished(), 2U) << id << ' ' << cell.cell.label;
      ASSERT_TRUE(cell.chance.has_value()) << id;
      EXPECT_GT(cell.chance->rolls, 10) << id << ' ' << cell.cell.label;
    }
  }
  EXPECT_EQ(experiments, 6);
}

}  // namespace
}  // namespace tavlab
