#include "experiments/config/config.h"
#include "core/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;
using testing::StartsWith;

std::string error_in(const std::string& toml) {
  return error_of([&] { parse_experiment(toml, "x.toml"); });
}

/// A valid config with a line inserted at the end of the top level.
std::string with(const std::string& line) {
  return "id = \"x\"\ntitle = \"T\"\nquestion = \"Q?\"\nseed = 1\n" + line + "\n";
}

const std::string kRest = "rules = [\"helmfrid-9\"]\nagents = [\"random\"]\ngames = 10";

TEST(ExperimentConfig, ExpandsTheGridForEachPairOfAgents) {
  const ExperimentConfig config = parse_experiment(
      with("rules = [\"helmfrid-9\", \"helmfrid-11\"]\n"
           "agents = [\"random\", { first = \"mcts:sims=20\", second = \"random\", name = \"odds\" "
           "}]\n"
           "games = 10\nopening_plies = 3\nmax_plies = 99\n"
           "[grid]\n\"limits.king_side_moves\" = [\"none\", 9]\nking.weak = [false, true]"),
      "x.toml");
  ASSERT_EQ(config.cells.size(), 16U);
  const ExperimentCell& first = config.cells.front();
  EXPECT_EQ(first.group, "helmfrid-9");
  EXPECT_EQ(first.agents.name, "random");
  EXPECT_EQ(first.games, 10U);
  EXPECT_EQ(first.rule_set.value_text("limits.king_side_moves"), "none");
  const ExperimentCell& last = config.cells.back();
  EXPECT_EQ(last.group, "helmfrid-11");
  EXPECT_EQ(last.agents.name, "odds");
  EXPECT_EQ(last.agents.first, "mcts:sims=20");
  EXPECT_EQ(last.rule_set.value_text("limits.king_side_moves"), "9");
  EXPECT_TRUE(last.rule_set.flag("king.weak"));
  EXPECT_EQ(last.opening_plies, 3);
  EXPECT_EQ(last.match_settings().max_plies, 99);
  std::set<std::string> labels;
  std::set<std::string> identities;
  for (const ExperimentCell& cell : config.cells) {
    labels.insert(cell.label);
    identities.insert(cell.identity());
  }
  EXPECT_EQ(labels.size(), 16U);
  EXPECT_EQ(identities.size(), 16U);
}

TEST(ExperimentConfig, ReadsArms) {
  const ExperimentConfig config = parse_experiment(test::kSmallConfig, "small.toml");
  ASSERT_EQ(config.cells.size(), 8U);
  EXPECT_EQ(config.cells[0].label, "limit limits.king_side_moves=none | random");
  EXPECT_EQ(config.cells[3].label, "weak king | random");
  EXPECT_TRUE(config.cells[3].rule_set.flag("king.weak"));
  EXPECT_TRUE(config.cells[3].settings.empty());
  EXPECT_EQ(config.cells[4].agents.name, "mcts:sims=10");
}

TEST(ExperimentConfig, OverridesTheNumberOfGames) {
  const ExperimentConfig config = parse_experiment(with(kRest), "x.toml", {}, 25);
  EXPECT_EQ(config.cells.front().games, 25U);
}

TEST(ExperimentConfig, IdentityIsWhatDecidesTheGames) {
  const auto identity = [](const std::string& lines) {
    return parse_experiment(with(lines), "x.toml").cells.front().identity();
  };
  const std::string base = identity(kRest);
  EXPECT_EQ(base, identity("rules = \"helmfrid-9\"\nagents = [\"random\"]\ngames = 500"));
  EXPECT_NE(base, identity("rules = \"helmfrid-11\"\nagents = [\"random\"]\ngames = 10"));
  EXPECT_NE(base, identity("rules = \"helmfrid-9\"\nagents = [\"mcts:sims=9\"]\ngames = 10"));
  EXPECT_NE(base, identity(kRest + "\nopening_plies = 2"));
  EXPECT_NE(base, identity(kRest + "\nmax_plies = 100"));
  EXPECT_NE(base, identity(kRest + "\nmatch = \"two_game\""));
  EXPECT_NE(base, identity(kRest + "\n[grid]\n\"king.weak\" = [true]"));
  EXPECT_EQ(base, identity(kRest + "\n[grid]\n\"king.weak\" = [false]"));
}

TEST(ExperimentConfig, IdentityHasTheEvaluationThatAutoStandsFor) {
  ExperimentCell cell = parse_experiment(with("rules = \"helmfrid-9\"\ngames = 10\n"
                                              "agents = [\"alphabeta:net=auto,nodes=9\"]"),
                                         "x.toml")
                            .cells.front();
  EXPECT_THAT(cell.evaluation, StartsWith("helmfrid-9 "));
  const std::string identity = cell.identity();
  cell.evaluation += "0";  // different content
  EXPECT_NE(cell.identity(), identity);
  EXPECT_EQ(parse_experiment(with(kRest), "x.toml").cells.front().evaluation, "");
}

TEST(ExperimentConfig, RefusesWhatItDoesNotKnow) {
  const std::string unknown = error_in(with(kRest + "\ngamse = 3"));
  EXPECT_THAT(unknown, HasSubstr("x.toml:8: unknown key 'gamse'; the nearest is 'games'; allowed: "
                                 "adjudicate, agents, arm, clock, games"));
  EXPECT_THAT(error_in(with(kRest + "\n[[arm]]\nname = \"a\"\ncolour = 1")),
              HasSubstr("unknown key 'colour' in an arm; allowed: grid, name, rules, set"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\ngames = 1\n"
                            "agents = [{ first = \"random\", second = \"random\", third = 1 }]")),
              HasSubstr("unknown key 'third' in an entry of 'agents'"));
}

TEST(ExperimentConfig, SaysWhatIsMissingOrWrong) {
  EXPECT_THAT(error_in("id = 3"), HasSubstr("x.toml:1: 'id' must be"));
  EXPECT_THAT(error_in("id = \"a b\""), HasSubstr("letters, digits"));
  EXPECT_THAT(error_in("id = \"x\"\ntitle = \"T\""), HasSubstr("'question' is missing"));
  EXPECT_THAT(error_in(with("reading = 3\n" + kRest)), HasSubstr("x.toml:5: 'reading' must be"));
  EXPECT_THAT(error_in(with("agents = [\"random\"]\ngames = 3")), HasSubstr("'rules' is missing"));
  EXPECT_THAT(error_in(with("rules = []\nagents = [\"random\"]\ngames = 3")), HasSubstr("'rules'"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\ngames = 3")),
              HasSubstr("'agents' is missing"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\ngames = 3\nagents = []")),
              HasSubstr("'agents'"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\ngames = 3\nagents = [4]")),
              HasSubstr("'agents'"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\ngames = 3\nagents = [\"mtcs\"]")),
              HasSubstr("x.toml:7: "));
  EXPECT_THAT(
      error_in(with("rules = \"helmfrid-9\"\ngames = 3\nagents = [\"random\", \"random\"]")),
      HasSubstr("twice"));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\nagents = [\"random\"]\ngames = 0")),
              HasSubstr("'games' must be an integer from 1"));
  EXPECT_THAT(error_in(with(kRest + "\nmax_plies = 1.5")), HasSubstr("'max_plies' must be"));
  EXPECT_THAT(error_in(with(kRest + "\nopening_plies = 2000")), HasSubstr("opening_plies"));
  EXPECT_THAT(error_in(with(kRest + "\nmatch = \"double\"")), HasSubstr("\"two_game\""));
  EXPECT_THAT(error_in(with("rules = \"helmfrid-9\"\nagents = [\"random\"]\ngames = 3\n"
                            "match = \"two_game\"")),
              HasSubstr("even number of games"));
  EXPECT_THAT(error_in(with(kRest + "\nthis is no toml")), HasSubstr("x.toml:8:6: malformed TOML"));
  EXPECT_THAT(error_in("id = \"\xff\""), HasSubstr("x.toml:1:6: malformed TOML"));
}

TEST(ExperimentConfig, ChecksGridAndArms) {
  EXPECT_THAT(error_in(with(kRest + "\ngrid = 3")), HasSubstr("'grid' must be a table"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = true")),
              HasSubstr("list of its values"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = []")),
              HasSubstr("list of its values"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = [1.5]")), HasSubstr("a value of"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = [true, true]")), HasSubstr("twice"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.waek\" = [true]")), HasSubstr("king.waek"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = [\"perhaps\"]")),
              HasSubstr("king.weak"));
  EXPECT_THAT(error_in(with("rules = \"hnefatafl\"\nagents = [\"random\"]\ngames = 1")),
              HasSubstr("hnefatafl"));
  EXPECT_THAT(error_in(with(kRest + "\narm = 3")), HasSubstr("[[arm]]"));
  EXPECT_THAT(error_in(with(kRest + "\n[[arm]]\nrules = \"helmfrid-9\"")),
              HasSubstr("'name' in an arm"));
  EXPECT_THAT(error_in(with(kRest + "\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"a\"")),
              HasSubstr("two arms have the name 'a'"));
  EXPECT_THAT(error_in(with("agents = [\"random\"]\ngames = 1\n[[arm]]\nname = \"a\"")),
              HasSubstr("has no 'rules'"));
  EXPECT_THAT(error_in(with(kRest + "\n[grid]\n\"king.weak\" = [true]\n[[arm]]\nname = \"a\"")),
              HasSubstr("[arm.grid]"));
  EXPECT_THAT(error_in(with(kRest + "\n[[arm]]\nname = \"a\"\nset = { \"king.weak\" = true }\n"
                                    "[arm.grid]\n\"king.weak\" = [true]")),
              HasSubstr("in 'set' and in 'grid'"));
  EXPECT_THAT(error_in(with(kRest + "\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"")),
              HasSubstr("would play the same games"));
}

TEST(ExperimentConfig, VariesListsAndChoices) {
  const ExperimentConfig config =
      parse_experiment(with(kRest + "\n[grid]\n\"throne.pass\" = [[\"king\"], [\"all\"], []]\n"
                                    "\"king.armed\" = [\"full\", \"none\"]"),
                       "x.toml");
  ASSERT_EQ(config.cells.size(), 6U);
  std::set<std::string> passes;
  for (const ExperimentCell& cell : config.cells) {
    passes.insert(cell.rule_set.value_text("throne.pass"));
  }
  EXPECT_EQ(passes.size(), 3U);
}

TEST(ExperimentConfig, SurvivesAnyDamage) {
  // Any outcome is fine, but every error must be a one-line UserError.
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    std::string text(test::kSmallConfig);
    for (std::uint32_t edits = 1 + random.below(4); edits > 0; --edits) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(3)) {
        case 0:
          text.erase(at, 1 + random.below(12));
          break;
        case 1:
          text.insert(at, 1, static_cast<char>(random.below(256)));
          break;
        default:
          text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), 9));
      }
    }
    const std::string message = error_in(text);
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(ExperimentConfig, RefusesAGridThatNobodyCanPlay) {
  std::string grid = kRest + "\n[grid]\n\"limits.king_side_moves\" = [";
  for (int i = 1; i <= 400; ++i) grid += std::to_string(i) + ",";
  grid += "]\n\"limits.quiet_plies\" = [";
  for (int i = 1; i <= 400; ++i) grid += std::to_string(i) + ",";
  EXPECT_THAT(error_in(with(grid + "]")), HasSubstr("more than 10000 cells"));
}

/// Refused before each is compared with all others, which took seconds for this many.
TEST(ExperimentConfig, TooManyAgentsOrArmsAreRefusedAtOnce) {
  std::string agents, arms;
  for (int i = 1; i <= 50'000; ++i) {
    agents += "\"mcts:sims=" + std::to_string(i) + "\",";
    if (i <= 11'000) arms += "[[arm]]\nname = \"" + std::to_string(i) + "\"\n";
  }
  EXPECT_THAT(error_in(with("rules = [\"helmfrid-9\"]\nagents = [" + agents + "]\ngames = 1")),
              HasSubstr("'agents' has 50000 entries; a design has at most 10000 cells"));
  EXPECT_THAT(error_in(with(kRest + "\n" + arms)),
              HasSubstr("there are 11000 arms; a design has at most 10000 cells"));
  EXPECT_THAT(error_in(with("rules = [\"helmfrid-9\"]\ngames = 1\n"
                            "agents = [\"random\", { first = \"greedy\", second = \"random\" }, "
                            "{ first = \"greedy\", second = \"random\", name = \"x\" }]")),
              HasSubstr("'agents' has 'x' twice"));
}

TEST(ExperimentConfig, LoadsFilesAndRuleSetsBesideThem) {
  const TemporaryFolder folder;
  test::write(folder.path() / "mine.toml",
              "id = \"mine\"\nfamily = \"tafl\"\ntitle = \"Mine\"\nsource = \"made up\"\n"
              "extends = \"helmfrid-9\"\nking.weak = true\n");
  test::write(folder.path() / "x.toml",
              with("rules = [\"mine.toml\"]\nagents = [\"random\"]\ngames = 1"));
  const ExperimentConfig config = load_experiment((folder.path() / "x.toml").string());
  EXPECT_TRUE(config.cells.front().rule_set.flag("king.weak"));
  EXPECT_THAT(error_of([&] { load_experiment((folder.path() / "y.toml").string()); }),
              HasSubstr("y.toml: cannot be read"));
  EXPECT_THAT(error_of([&] { load_experiment(folder.path().string()); }),
              HasSubstr("cannot be read"));
}

TEST(ExperimentConfig, EveryBuiltInExperimentLoads) {
  const std::vector<std::string> ids = builtin_experiment_ids();
  EXPECT_EQ(std::ranges::count(ids, "quickstart"), 1);
  for (const std::string& id : ids) {
    const ExperimentConfig config = load_experiment(id);
    EXPECT_EQ(config.id, id);
    EXPECT_GE(config.cells.size(), 2U);
    EXPECT_EQ(config.text.front(), '#') << id << " must begin with a comment saying what it asks";
  }
  EXPECT_THAT(error_of([] { load_experiment("quickstrat"); }), HasSubstr("quickstart"));
}

}  // namespace
}  // namespace tavlab
