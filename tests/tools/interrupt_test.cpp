// Ctrl-C: what is finished is printed, the exit code is 130, and a line says how to go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;

/// A command that would run for hours, interrupted as soon as it says something on stderr.
Outcome interrupted(const std::string& command) {
  const TemporaryFolder folder;
  // Background processes of a script ignore SIGINT, unless a job control is on.
  return shell("set -m; tavlab " + command +
                   " 2>err & until [ -s err ]; do sleep 0.05; done; kill -INT $!; wait $!; "
                   "code=$?; cat err >&2; exit $code",
               "", folder.path());
}

TEST(Interrupt, OfPlayoutPrintsTheFinishedGames) {
  const std::string endless = "playout helmfrid-11 --games 1000000000 --threads 2";
  const Outcome text = interrupted(endless);
  EXPECT_EQ(text.code, 130) << text.err;
  EXPECT_THAT(text.out, HasSubstr("interrupted: only the finished games are counted"));
  EXPECT_THAT(text.err, HasSubstr("the same command plays all of them again"));
  const Outcome run = interrupted(endless + " --json");
  EXPECT_EQ(run.code, 130);
  const nlohmann::json json = run.json();
  EXPECT_TRUE(json.at("interrupted"));
  const std::uint64_t games = json.at("games");
  EXPECT_GT(games, 0U);
  EXPECT_LT(games, 1000000000U);
  std::uint64_t counted = 0;
  for (const nlohmann::json& count : json.at("results")) counted += count.get<std::uint64_t>();
  EXPECT_EQ(counted, games);
}

TEST(Interrupt, OfPerftPrintsTheCountsSoFar) {
  const std::string endless = "perft helmfrid-11 --depth 9";
  const Outcome text = interrupted(endless);
  EXPECT_EQ(text.code, 130) << text.err;
  EXPECT_THAT(text.out, HasSubstr("interrupted after "));
  EXPECT_THAT(text.err, HasSubstr("--moves"));
  const Outcome run = interrupted(endless + " --json");
  EXPECT_EQ(run.code, 130);
  EXPECT_TRUE(run.json().at("interrupted"));
  EXPECT_GT(run.json().at("nodes"), 0);
}

TEST(Interrupt, OfASolveSaysHowToGoOn) {
  const Outcome run = interrupted("solve ur-finkel --out table");
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("stopped; the same command resumes"));
  EXPECT_EQ(run.out, "");
}

/// The games of a match without a folder are kept in one, with which it goes on.
TEST(Interrupt, OfAMatchPrintsAndKeepsTheFinishedGames) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    return shell("tavlab " + line, "", folder.path());
  };
  const std::string match = "match brandubh-7 --first random --second random --seed 7 --games ";
  const Outcome stopped = run(match + "1000000 --minutes 0.03");
  EXPECT_EQ(stopped.code, 3) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("interrupted: only the finished games are counted"));
  EXPECT_THAT(stopped.err, HasSubstr("The same command with --out runs/match-brandubh-7 resumes"));
  const nlohmann::json kept =
      nlohmann::json::parse(content(folder.path() / "runs/match-brandubh-7/match.json"));
  const int games = kept.at("games");
  EXPECT_GT(games, 0);
  EXPECT_EQ(run("games check runs/match-brandubh-7").code, 0);
  // More games are added to those that are there; the result is that of one match.
  const std::string more = std::to_string(games + 10);
  const Outcome resumed = run(match + more + " --json --quiet --out runs/match-brandubh-7");
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  const nlohmann::json whole = run(match + more + " --json --quiet").json();
  for (const char* key : {"games", "first_agent", "reasons", "mean_plies", "distinct_games"}) {
    EXPECT_EQ(resumed.json().at(key), whole.at(key)) << key;
  }
  // Another match gets another folder.
  EXPECT_THAT(run(match + "1000000 --minutes 0.03").err,
              HasSubstr("--out runs/match-brandubh-7-2 "));
}

/// GNU timeout sends its signal to the process and then to its group.
TEST(Interrupt, MayComeTwiceAtOnce) {
  const TemporaryFolder folder;
  const Outcome run = shell(
      "timeout -s INT 1 tavlab match brandubh-7 --first random --second random --games 1000000", "",
      folder.path());
  EXPECT_THAT(run.out, HasSubstr("interrupted: only the finished games are counted"));
  EXPECT_THAT(run.err, HasSubstr("finished games are stored in runs/match-brandubh-7"));
}

/// A search without a folder is kept in one, with which it goes on.
TEST(Interrupt, OfAProofKeepsTheSearch) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    return shell("tavlab prove helmfrid-9 --memory 1MB " + line, "", folder.path());
  };
  const Outcome stopped = run("--upto 30 --minutes 0.01 --json");
  EXPECT_EQ(stopped.code, 1) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("The same command with --out runs/prove-helmfrid-9 resumes"));
  const nlohmann::json kept =
      nlohmann::json::parse(content(folder.path() / "runs/prove-helmfrid-9/proof.json"));
  const std::size_t proved = kept.at("proofs").size();
  ASSERT_GT(proved, 0U);
  EXPECT_GT(kept.at("unfinished").at("nodes"), 0);
  // What was proved is read, and the nodes of the next limit are counted on.
  const Outcome resumed =
      run("--upto 30 --minutes 0.01 --json --quiet --out runs/prove-helmfrid-9");
  EXPECT_EQ(resumed.code, 1) << resumed.err;
  EXPECT_EQ(nlohmann::json::parse(resumed.out.substr(0, resumed.out.find('\n'))).at("nodes"),
            kept.at("proofs")[0].at("nodes"));
  EXPECT_EQ(run("--limit 1").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "runs/prove-helmfrid-9-2"));
}

TEST(Interrupt, OfOpeningsSaysWhatIsPrinted) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    return shell("tavlab openings helmfrid-11 --plies 6 --minutes 0.03 " + line, "", folder.path());
  };
  const Outcome lines = run("| tail -n 1");
  EXPECT_THAT(lines.err, HasSubstr("the openings so far are printed"));
  const Outcome json = run("--json");
  EXPECT_EQ(json.code, 3) << json.err;
  EXPECT_TRUE(json.json().at("interrupted"));
  EXPECT_FALSE(json.json().at("openings").empty());
  const Outcome classes = run("--unique");
  EXPECT_EQ(classes.code, 3) << classes.err;
  EXPECT_THAT(classes.err, HasSubstr("fewer plies"));
  EXPECT_EQ(classes.out, "");
}

TEST(Interrupt, OfABenchmarkPrintsWhatIsMeasured) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    return shell("rm -f out; set -m; tavlab " + line +
                     " >out & until grep -qs brandubh-7 out; do " +
                     "sleep 0.05; done; kill -INT $!; wait $!; code=$?; cat out; exit $code",
                 "", folder.path());
  };
  const Outcome plain = run("bench brandubh-7 helmfrid-11 --seconds 0.2");
  EXPECT_EQ(plain.code, 130) << plain.err;
  EXPECT_THAT(plain.err, HasSubstr("stopped; the figures of the finished rule sets are printed"));
  const Outcome search = run("bench search brandubh-7 helmfrid-11 --deeper 8");
  EXPECT_EQ(search.code, 130) << search.err;
  EXPECT_THAT(search.err, HasSubstr("stopped; the figures of the finished rule sets are printed"));
}

TEST(Minutes, EndTheWorkLikeCtrlCButWithTheirOwnExitCode) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    return shell("tavlab " + line + " --minutes 0.002", "", folder.path());
  };
  const Outcome playout = run("playout helmfrid-11 --games 1000000000 --json");
  EXPECT_EQ(playout.code, 3) << playout.err;
  EXPECT_GT(playout.json().at("games"), 0);
  EXPECT_GT(playout.json().at("mean_legal_moves"), 10.0) << "of some games, stopped or not";
  EXPECT_EQ(run("perft helmfrid-11 --depth 9").code, 3);
  EXPECT_EQ(run("solve ur-finkel --out table").code, 3);
  const std::string ladder = "ladder brandubh-7 --agents random greedy --out ladder --games ";
  EXPECT_EQ(run(ladder + "1000000").code, 3);
  EXPECT_EQ(run("match brandubh-7 --out match --games 1000000").code, 3);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "match" / "report.html"));
  EXPECT_EQ(run("match brandubh-7 --games 2").code, 0) << "done before the time was over";
  EXPECT_EQ(run("match brandubh-7 --games 2 --minutes nan").code, 2);
  const Outcome calibration =
      run("calibrate brandubh-7 --agents random greedy --games 100000 --out calibration --json");
  EXPECT_EQ(calibration.code, 3);
  EXPECT_EQ(calibration.json().at("complete"), false);
}

TEST(Minutes, DoNotUndoWhatIsDone) {
  const TemporaryFolder folder;
  const std::string limit =
      "tavlab limit brandubh-7 --agents random --limits 6..8 --games 4 --prove-nodes 0 --out limit";
  ASSERT_EQ(shell(limit, "", folder.path()).code, 0);
  EXPECT_EQ(shell(limit + " --minutes 0.001", "", folder.path()).code, 0);
}

TEST(Interrupt, OfDecisionsPrintsThoseThatWereValued) {
  const Outcome run = interrupted(
      "decisions brandubh-7 --agent alphabeta:depth=2 --positions 1000000 --threads 2 --json");
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_GT(run.json().at("positions"), 0);
  EXPECT_LT(run.json().at("positions"), 1000000);
}

TEST(Minutes, EndASearchThatSaysWhatItHasFound) {
  const Outcome run =
      shell("tavlab analyze brandubh-7 --agent alphabeta:nodes=900000000000 --minutes 0.01 --json");
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_GT(run.json().at("depth"), 2);
  EXPECT_EQ(run.json().at("interrupted"), true);
}

TEST(Perft, InPartsIsPerft) {
  // Known counts, with repetitions in them, with dice and in bulk: the plies above the parts are
  // walked by the command.
  EXPECT_EQ(shell("tavlab perft brandubh-7 --depth 5 --json").json().at("nodes"),
            shell("tavlab perft brandubh-7 --depth 5 --bulk --json").json().at("nodes"));
  const nlohmann::json divided = shell("tavlab perft brandubh-7 --depth 5 --divide --json").json();
  const nlohmann::json whole = shell("tavlab perft brandubh-7 --depth 5 --json").json();
  EXPECT_EQ(divided.at("nodes"), whole.at("nodes"));
  EXPECT_EQ(divided.at("captures"), whole.at("captures"));
  EXPECT_EQ(divided.at("ends"), whole.at("ends"));
  EXPECT_FALSE(whole.at("interrupted"));
  EXPECT_EQ(shell("tavlab perft chess --depth 4 --json").json().at("nodes"), 197281);
}

TEST(Progress, IsSilentWhereItIsTold) {
  for (const char* command : {"playout helmfrid-11 --games 20000", "perft helmfrid-11 --depth 4"}) {
    EXPECT_EQ(shell(std::string("tavlab ") + command + " --quiet").err, "");
  }
}

TEST(Progress, OnATerminalHasABar) {
  const Outcome run = shell(
      "export TERM=xterm; script -qec 'tavlab playout helmfrid-11 --games 300000 --threads 1 & "
      "sleep 3; kill -INT $!; wait $!' /dev/null");
  EXPECT_THAT(run.out, testing::AllOf(testing::ContainsRegex("\\[(█)*(·)+\\] "),
                                      HasSubstr(" of 300,000 games"), HasSubstr("games/s"),
                                      HasSubstr("mean plies")));
}

}  // namespace
}  // namespace tavlab::test
