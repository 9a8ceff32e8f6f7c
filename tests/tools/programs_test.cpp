// Other programs as agents, from the command line: games over pipes, and what programs do wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;

/// An engine that exits when asked for a move.
constexpr const char* kMortal =
    "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 3;; "
    "esac; "
    "done\n";

std::vector<std::string> moves_of(const Outcome& run) {
  std::vector<std::string> games;
  for (const auto& line : run.json_lines()) games.push_back(line["moves"]);
  return games;
}

TEST(Programs, PlayTheSameGamesOverPipes) {
  const std::string own = "alphabeta:depth=2";
  const std::string engine = "tavlab engine --rules brandubh-7 --agent " + own + " --protocol ";
  const auto match = [](const std::string& first, const std::string& second) {
    return shell("tavlab match brandubh-7 --swap --games 2 --quiet --records --first '" + first +
                 "' --second '" + second + "'");
  };
  const Outcome inside = match(own, own);
  ASSERT_EQ(inside.code, 0) << inside.err;
  for (const std::string& agent :
       {"uci:cmd=\"" + engine + "uci\",depth=2", "htp:cmd=\"" + engine + "htp\"",
        "otep:cmd=\"" + engine + "otep\""}) {
    const Outcome outside = match(agent, agent);
    ASSERT_EQ(outside.code, 0) << outside.err;
    EXPECT_EQ(outside.err, "");
    EXPECT_EQ(moves_of(outside), moves_of(inside)) << agent;
    EXPECT_THAT(outside.out, testing::Not(HasSubstr("forfeit")));
  }
}

TEST(Programs, AnOverlongLineIsOneWrongLine) {
  const Outcome run = shell(
      "{ head -c 1100000 /dev/zero | tr '\\0' a; echo ' quit'; echo isready; echo quit; } | "
      "tavlab engine --rules brandubh-7");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto first = run.out.find("is longer than 1048576 bytes");
  ASSERT_NE(first, std::string::npos) << run.out.substr(0, 200);
  EXPECT_EQ(run.out.find("is longer", first + 1), std::string::npos);
  EXPECT_EQ(run.out.find("unknown command"), std::string::npos);
  EXPECT_THAT(run.out, HasSubstr("readyok"));
}

TEST(Programs, AreToldTheClockOfAMatchAfterAnOpening) {
  const TemporaryFolder folder;
  const Outcome match = shell(
      "tavlab match brandubh-7 --swap --games 2 --opening 2 --clock 60+1 --first random --second "
      "'htp:cmd=\"tavlab engine --rules brandubh-7 --protocol htp --agent random\",log=log'",
      "", folder.path());
  ASSERT_EQ(match.code, 0) << match.err;
  EXPECT_EQ(shell("grep -c 'time_settings fischer 1 1' log", "", folder.path()).out, "2\n");
}

TEST(Programs, AnalyzeWithTheHistory) {
  const std::string rest =
      " --moves 'd1-c1 d3-c3' --json --agent 'uci:cmd=\"tavlab engine --agent "
      "alphabeta:depth=3\",depth=3,log=log'";
  const TemporaryFolder folder;
  const Outcome outside = shell("tavlab analyze brandubh-7" + rest, "", folder.path());
  ASSERT_EQ(outside.code, 0) << outside.err;
  const Outcome inside =
      shell("tavlab analyze brandubh-7 --moves 'd1-c1 d3-c3' --json --agent alphabeta:depth=3");
  EXPECT_EQ(outside.json()["best"], inside.json()["best"]);
  EXPECT_EQ(outside.json()["depth"], 3);
  EXPECT_THAT(shell("cat log", "", folder.path()).out,
              HasSubstr("> position startpos moves d1-c1 d3-c3\n"));
}

TEST(Programs, FaultsAreCountedApart) {
  const TemporaryFolder folder;
  folder.write("engine", kMortal);
  const std::string agent = "'uci:cmd=\"sh engine\",depth=1'";
  const Outcome match =
      shell("tavlab match brandubh-7 --swap --games 8 --threads 1 --second random --first " + agent,
            "", folder.path());
  EXPECT_EQ(match.code, 0) << match.err;
  EXPECT_THAT(match.out, HasSubstr("forfeit: crashed 8"));
  EXPECT_THAT(match.out, HasSubstr("0 won      0 drawn      8 lost"));
  EXPECT_EQ(std::ranges::count(match.err, '\n'), 3) << match.err;
  EXPECT_THAT(match.err, HasSubstr("the program ended (exit code 3), waiting for 'bestmove'; last "
                                   "lines: "));
  EXPECT_THAT(match.err, HasSubstr("further faults are only counted"));

  folder.write("config.toml",
               "id = \"x\"\ntitle = \"t\"\nquestion = \"q\"\nrules = [\"brandubh-7\"]\n"
               "agents = ['uci:cmd=\"sh engine\",depth=1']\ngames = 4\nseed = 1\n");
  const Outcome experiment = shell(
      "tavlab experiment run ./config.toml --out out && tavlab experiment report out && cat "
      "out/*.csv",
      "", folder.path());
  EXPECT_EQ(experiment.code, 0) << experiment.err;
  EXPECT_THAT(experiment.out, HasSubstr("forfeit: crashed=4"));
  const Outcome ladder =
      shell("tavlab ladder brandubh-7 --games 4 --out ladder --agents random " + agent, "",
            folder.path());
  EXPECT_EQ(ladder.code, 0) << ladder.err;
  EXPECT_THAT(ladder.out, HasSubstr("sh engine"));
}

TEST(Programs, FaultsOutsideOfGamesAreOneClearError) {
  const TemporaryFolder folder;
  folder.write("engine", kMortal);
  for (const std::string command : {"analyze brandubh-7 --agent", "games review game --agent"}) {
    folder.write("game", "[Rules \"brandubh-7\"]\n\n1. d1-c1 d3-c3 *\n");
    const Outcome run = shell("tavlab " + command + " 'uci:cmd=\"sh engine\"'", "", folder.path());
    EXPECT_EQ(run.code, 2) << command;
    EXPECT_THAT(run.err, HasSubstr("tavlab: agent 'uci:cmd=\"sh engine\",movetime=1000': forfeit: "
                                   "crashed: the program ended (exit code 3)"))
        << command;
  }
}

TEST(Programs, ThatResignEndAGameOfPlay) {
  const TemporaryFolder folder;
  folder.write("engine",
               "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; "
               "go*) echo bestmove resign;; quit) exit;; esac; done\n");
  const Outcome play = shell(
      "(echo d1-c1; echo hint; echo 'save game'; echo quit) | "
      "tavlab play brandubh-7 --second 'uci:cmd=\"sh engine\"'",
      "", folder.path());
  EXPECT_EQ(play.code, 0) << play.err;
  EXPECT_THAT(play.out, HasSubstr("Game over after 1 ply: attackers won, defenders resigned."));
  EXPECT_THAT(play.out, HasSubstr("The game is over; `undo`"));
  EXPECT_EQ(shell("grep -c 1-0 game", "", folder.path()).out, "1\n");
  folder.write("engine", kMortal);
  const Outcome fault = shell(
      "tavlab play brandubh-7 --first 'uci:cmd=\"sh engine\"' --second random", "", folder.path());
  EXPECT_EQ(fault.code, 0) << fault.err;
  EXPECT_THAT(fault.out, HasSubstr("crashed: the program ended (exit code 3)"));
  EXPECT_THAT(fault.out, HasSubstr("defenders won, attackers forfeit: crashed."));
}

/// Killed without a chance to clean up.
TEST(Programs, EndWhenTavlabIsKilled) {
  const TemporaryFolder folder;
  const Outcome run = shell(
      "tavlab match brandubh-7 --games 1000000 --second random --first 'uci:cmd=\"tavlab engine "
      "--agent random\",depth=1,log=log' >out 2>err & until grep -q bestmove log 2>/dev/null; do "
      ":; "
      "done; engine=$(awk 'NR == 2 {print $2; exit}' log); kill -0 $engine && echo runs; kill "
      "-KILL $!; "
      "wait "
      "$!; while kill -0 $engine 2>/dev/null && ! grep -q 'State:.Z' /proc/$engine/status; do :; "
      "done; echo gone",
      "", folder.path());
  EXPECT_EQ(run.out, "runs\ngone\n") << run.err;
}

}  // namespace
}  // namespace tavlab::test
