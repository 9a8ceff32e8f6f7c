// Matches on the command line: Elo, sequential tests and their exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// alphabeta beats random play by far more than 100 Elo, and two of a kind are 0 apart.
const std::string kStrong =
    "tavlab match brandubh-7 --first alphabeta:depth=1 --second random "
    "--opening 2 --seed 1 ";
const std::string kEqual =
    "tavlab match brandubh-7 --first random --second random "
    "--opening 2 --seed 1 ";

TEST(Match, ReportsEloOfPairsWithSwap) {
  const json match = shell(kStrong + "--games 40 --swap --json").json();
  const json& elo = match["elo"];
  std::uint64_t pairs = 0, points = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const std::uint64_t count = match["pairs"][i];
    pairs += count;
    points += i * count;
  }
  EXPECT_EQ(pairs, 20U);
  const double score = static_cast<double>(points) / 80.0;
  EXPECT_NEAR(match["first_agent"]["score"].get<double>(), score, 1e-12);
  if (score < 1.0) {
    EXPECT_NEAR(elo["difference"].get<double>(), -400.0 * std::log10(1.0 / score - 1.0), 1e-9);
    EXPECT_GT(elo["superiority"].get<double>(), 0.99);
  }
  EXPECT_FALSE(match.contains("sprt"));
  const Outcome text = shell(kStrong + "--games 40 --swap");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("first against second: Elo +"));
  EXPECT_THAT(text.out, HasSubstr("from 20 pairs with 0, 1/2, 1, 3/2, 2 points: "));
}

TEST(Match, ReportsEloOfGamesWithoutSwap) {
  const Outcome text = shell(kEqual + "--games 30");
  EXPECT_THAT(text.out, HasSubstr("first against second: Elo "));
  EXPECT_THAT(text.out, HasSubstr(" ± "));
  EXPECT_THAT(text.out, HasSubstr("from 30 games; includes the effect of the sides"));
  const json match = shell(kEqual + "--games 30 --json").json();
  EXPECT_TRUE(match["pairs"].is_null());
  EXPECT_TRUE(match["elo"]["error95"].is_number());
}

TEST(Sprt, ExitCodeIsTheDecision) {
  const Outcome h1 = shell(kStrong + "--sprt elo0=0,elo1=100");
  EXPECT_EQ(h1.code, 0) << h1.out << h1.err;
  EXPECT_THAT(h1.out, HasSubstr("sprt elo0=0,elo1=100,alpha=0.05,beta=0.05,model=logistic: H1 "
                                "accepted after "));
  EXPECT_THAT(h1.out, HasSubstr("[-2.94, 2.94]"));
  // Won throughout: pairs with the same points give no estimate.
  EXPECT_THAT(h1.out, Not(HasSubstr("median-unbiased")));
  const Outcome h0 = shell(kEqual + "--sprt elo0=0,elo1=200");
  EXPECT_EQ(h0.code, 1) << h0.out << h0.err;
  EXPECT_THAT(h0.out, HasSubstr("H0 accepted after "));
  EXPECT_THAT(h0.out, HasSubstr("(median-unbiased, 95 %)"));
  const Outcome undecided = shell(kEqual + "--games 8 --sprt elo0=0,elo1=5");
  EXPECT_EQ(undecided.code, 3) << undecided.out << undecided.err;
  EXPECT_THAT(undecided.out, HasSubstr("undecided after 4 pairs"));
  EXPECT_THAT(undecided.out, HasSubstr("brandubh-7: 8 games"));
  EXPECT_EQ(shell(kEqual + "--games 7 --sprt elo0=0,elo1=5").code, 2);
  EXPECT_EQ(shell(kEqual + "--sprt elo1=5").code, 2);
  EXPECT_THAT(shell("tavlab match --help").out,
              HasSubstr("0 if H1 was accepted, 1 if H0, 3 if undecided"));
}

/// What was decided, when, and the games that count do not depend on which ended first.
TEST(Sprt, IsTheSameOnAnyNumberOfThreads) {
  const std::string command = kEqual + "--sprt elo0=0,elo1=150 --json --records --threads ";
  Outcome first;
  for (const char* threads : {"1", "2", "5"}) {
    Outcome run = shell(command + threads);
    EXPECT_EQ(run.code, 1) << run.err;
    std::string text;
    for (json line : run.json_lines()) {
      line.erase("seconds");
      text += line.dump() + "\n";
    }
    run.out = text;
    if (first.out.empty()) first = run;
    EXPECT_EQ(run.out, first.out) << threads;
  }
  const json last = first.json_lines().back();
  EXPECT_EQ(last["sprt"]["accepted"], "H0");
  EXPECT_EQ(last["sprt"]["model"], "logistic");
  EXPECT_LE(last["sprt"]["llr"], last["sprt"]["lower"]);
  EXPECT_EQ(last["games"], first.json_lines().size() - 1);
  EXPECT_EQ(last["games"].get<int>(), 2 * last["sprt"]["pairs"].get<int>());
  EXPECT_LT(last["sprt"]["estimate"]["low"], last["sprt"]["estimate"]["elo"]);
}

TEST(Sprt, WarnsOfRepeatedGames) {
  const Outcome run = shell(
      "tavlab match brandubh-7 --first alphabeta:depth=1,ties=first --second greedy:ties=first "
      "--games 20 --sprt "
      "elo0=0,elo1=5");
  EXPECT_THAT(run.out, HasSubstr("repeated games say nothing new"));
}

/// Ctrl-C ends a match with what was finished.
TEST(Match, IsInterruptedWithWhatItHas) {
  const TemporaryFolder folder;
  for (const std::string options : {"", " --swap", " --sprt elo0=0,elo1=0.01"}) {
    const Outcome run = shell(
        "rm -f err; tavlab match brandubh-7 --first mcts:sims=30 --second random --opening 2 "
        "--games "
        "1000000" +
            options +
            " 2>err & until [ -s err ]; do sleep 0.1; done; kill -INT $!; wait $!; code=$?; "
            "cat err >&2; exit $code",
        {}, folder.path());
    EXPECT_EQ(run.code, 130) << run.err;
    EXPECT_THAT(run.out, HasSubstr("interrupted: only the finished games are counted"));
    EXPECT_THAT(run.out, HasSubstr(" score "));
  }
}

/// A folder of a test and matches in it.
class StoredMatch : public testing::Test {
 protected:
  /// In the folder of the test.
  Outcome run(const std::string& line) { return shell(line, {}, folder_.path()); }
  /// The games that a command prints, in their order, without the clock's readings.
  std::vector<std::string> games(const std::string& line) {
    const Outcome done = run(line + " --records --quiet");
    EXPECT_EQ(done.code, 0) << done.err;
    std::vector<std::pair<int, std::string>> numbered;
    for (json game : done.json_lines()) {
      game.erase("seconds");
      numbered.emplace_back(game["game"], game.dump());
    }
    std::ranges::sort(numbered);
    std::vector<std::string> all;
    for (auto& [number, text] : numbered) all.push_back(std::move(text));
    return all;
  }

  TemporaryFolder folder_;
};

const std::string kStored =
    "tavlab match brandubh-7 --first mcts:sims=20 --second random --swap --opening 2 --games 40 ";

TEST_F(StoredMatch, KeepsTheGamesThatItWouldPlay) {
  const auto expected = games(kStored);
  ASSERT_EQ(expected.size(), 40U);
  EXPECT_EQ(games(kStored + "--out m"), expected);
  EXPECT_EQ(games(kStored + "--out m --threads 1"), expected);  // nothing left to play
  const Outcome text = run(kStored + "--out m");
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("brandubh-7: 40 games, seed 1"));
  EXPECT_THAT(text.out, HasSubstr("first against second: Elo "));
  EXPECT_THAT(text.out, HasSubstr("report: m/report.html"));
  const json match = json::parse(run("cat m/match.json").out);
  EXPECT_EQ(match["games"], 40);
  EXPECT_EQ(match["first_agent"]["wins"], run(kStored + "--json").json()["first_agent"]["wins"]);
}

TEST_F(StoredMatch, IsAnExperimentOfOneCell) {
  EXPECT_EQ(run(kStored + "--quiet --out m").code, 0);
  const Outcome report = run("tavlab experiment report m --json");
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(report.json()["games"], 40);
  EXPECT_EQ(report.json()["cells"].size(), 1U);
  EXPECT_TRUE(report.json()["complete"].get<bool>());
  EXPECT_TRUE(report.json()["cells"][0]["conditions"].empty());
  // Its file is an experiment with the same games.
  EXPECT_EQ(run("tavlab experiment run m/experiment.toml --out e --quiet").code, 0);
  const auto cell = [&](const std::string& at) {
    json found = run("tavlab experiment report " + at + " --json").json()["cells"][0];
    found.erase("seconds");
    return found;
  };
  EXPECT_EQ(cell("m"), cell("e"));
  // Parts of it can be merged.
  for (const char* part : {"1/2", "2/2"}) {
    const std::string name = std::string("part") + part[0];
    const Outcome played = run(kStored + "--quiet --shard " + part + " --out " + name);
    EXPECT_EQ(played.code, 0) << played.err;
  }
  const Outcome merged = run("tavlab experiment merge part1 part2 --out all");
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(cell("all"), cell("m"));
}

TEST_F(StoredMatch, TakesMoreGamesAndRefusesOtherSettings) {
  EXPECT_EQ(run(kStored + "--quiet --out m").code, 0);
  const std::string more =
      "tavlab match brandubh-7 --first mcts:sims=20 --second random --swap "
      "--opening 2 --games 60 ";
  EXPECT_EQ(games(more + "--out m"), games(more));
  // Fewer games are the first ones by number.
  EXPECT_EQ(games(kStored + "--out m"), games(kStored));
  const auto refused = [&](const std::string& options) {
    const Outcome run_again = run("tavlab match brandubh-7 --quiet --out m --games 40 " + options);
    EXPECT_EQ(run_again.code, 2) << options;
    EXPECT_EQ(std::ranges::count(run_again.err, '\n'), 1) << run_again.err;
    return run_again.err;
  };
  const std::string same = "--first mcts:sims=20 --second random --swap ";
  EXPECT_THAT(refused(same + "--opening 3"), HasSubstr("opening_plies 2"));
  EXPECT_THAT(refused(same + "--opening 2 --seed 2"), HasSubstr("seed 1, not 2"));
  EXPECT_THAT(refused(same + "--openings plies=1"), HasSubstr("choose another --out"));
  EXPECT_THAT(refused(same + "--opening 2 --adjudicate plies=4,score=0.9"),
              HasSubstr("no openings, time or adjudication, not with adjudication plies=4"));
  EXPECT_THAT(refused(same + "--opening 2 --time 0.1"), HasSubstr("not with time 0.1 s a move"));
  EXPECT_THAT(refused("--first greedy --second random --swap --opening 2"),
              HasSubstr("mcts:sims=20 vs random"));
  EXPECT_THAT(refused("--first mcts:sims=20 --second random --opening 2"),
              HasSubstr("choose another --out"));
  EXPECT_EQ(games(kStored + "--out m"), games(kStored));
}

TEST_F(StoredMatch, GoesOnAfterCtrlCAndAfterAKill) {
  const std::string line =
      "tavlab match brandubh-7 --first mcts:sims=60 --second mcts:sims=30 --swap --opening 2 "
      "--games 200 ";
  const auto expected = games(line);
  for (const char* signal : {"INT", "KILL", "TERM"}) {
    // Killed once some games are stored.
    const Outcome killed = run("rm -f m.err; " + line +
                               "--out m 2>m.err >m.out & until [ -s m.err ]; do sleep 0.1; "
                               "done; kill -" +
                               signal + " $!; wait $!");
    const int code = std::string(signal) == "KILL" ? 137 : 130;
    EXPECT_TRUE(killed.code == code || killed.code == 0) << killed.code;
    if (killed.code == 130) {
      EXPECT_THAT(run("cat m.out").out, HasSubstr("only the finished games are counted"));
      EXPECT_THAT(run("cat m.err").out, HasSubstr("The same command resumes."));
    }
  }
  EXPECT_EQ(games(line + "--out m"), expected);
}

TEST_F(StoredMatch, ATestGoesOnAndKeepsItsDecision) {
  const std::string line = kEqual + "--sprt elo0=0,elo1=150 --quiet ";
  Outcome plain = run(line + "--json");
  Outcome stored = run(line + "--json --out m");
  Outcome again = run(line + "--json --out m --threads 1");
  EXPECT_EQ(plain.code, 1) << plain.err;
  EXPECT_EQ(stored.code, 1) << stored.err;
  EXPECT_EQ(again.code, 1) << again.err;
  EXPECT_EQ(plain.json()["sprt"], stored.json()["sprt"]);
  EXPECT_EQ(plain.json()["sprt"], again.json()["sprt"]);
  // The report is about the games that count.
  const json report = run("tavlab experiment report m --json").json();
  EXPECT_EQ(report["games"], plain.json()["games"]);
  EXPECT_TRUE(report["complete"].get<bool>());
}

/// A limit of the match takes the place of the depths, in which alone these agents differ.
TEST(Match, SaysWhenItsLimitMakesTheAgentsTheSame) {
  const std::string line =
      "tavlab match brandubh-7 --first alphabeta:depth=3 --second alphabeta:depth=1 --games 4 "
      "--swap --opening 2 ";
  const Outcome same = shell(line + "--nodes 100");
  EXPECT_THAT(same.err, HasSubstr("both agents are the same"));
  EXPECT_THAT(same.out, HasSubstr("the same agent on both sides plays an opening alike"));
  const Outcome other = shell(line + "--json");
  EXPECT_THAT(other.err, testing::Not(HasSubstr("both agents")));
  EXPECT_EQ(other.json().at("swap"), true);
  EXPECT_EQ(other.json().at("opening_plies"), 2);
}

TEST_F(StoredMatch, PlaysOpeningsInPairsAndSaysWhenTheyRepeat) {
  const std::string line =
      "tavlab match brandubh-7 --first greedy:ties=first --second alphabeta:depth=1 --games 30 ";
  run("tavlab openings brandubh-7 --plies 1 --unique > five.txt");
  const Outcome some = run(line + "--openings five.txt --out m");
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_THAT(some.err, HasSubstr("15 pairs of games have only 5 openings"));
  EXPECT_THAT(some.out, HasSubstr("openings: five.txt (5 openings)"));
  // Searches without chance: the same opening gives the same games.
  EXPECT_THAT(some.out, HasSubstr("30 games, seed 1, 10 distinct"));
  EXPECT_EQ(run(line + "--openings plies=1,unique --opening 2").code, 2);
  EXPECT_THAT(run(line + "--openings none.txt").err, HasSubstr("none.txt"));
  EXPECT_THAT(run("tavlab match brandubh-7 --openings plies=1 --games 3").err,
              HasSubstr("--openings needs an even number of --games"));
  // The file is found from where the experiment is, and its content counts.
  EXPECT_EQ(run("mkdir away && tavlab experiment run m/experiment.toml --out away --quiet").code,
            0);
  run("sed -i 1d five.txt");
  const Outcome changed = run(line + "--openings five.txt --out m");
  EXPECT_EQ(changed.code, 2);
  EXPECT_THAT(changed.err, HasSubstr("5 openings"));
}

TEST_F(StoredMatch, GamesByTimeAreMarkedAndLostOnTime) {
  // A clock that no search can keep to: the first to move loses.
  const Outcome late =
      run("tavlab match helmfrid-11 --first mcts:gumbel=4,sims=2000 --second random --games 2 "
          "--clock 0.001+0 --time-margin 0 --out m");
  EXPECT_EQ(late.code, 0) << late.err;
  EXPECT_THAT(late.out, HasSubstr("time forfeit"));
  EXPECT_THAT(late.out,
              HasSubstr("time: a clock of 0.001 s, 0 s more after each move, margin 0 s"));
  EXPECT_THAT(late.out, HasSubstr("reproducible: no"));
  EXPECT_EQ(run("tavlab experiment report m --json").json()["cells"][0]["conditions"].count("time"),
            1U);
  const Outcome fixed =
      run("tavlab match brandubh-7 --first alphabeta --second random --games 2 --time 0.005 "
          "--max-plies 20 --json");
  EXPECT_EQ(fixed.code, 0) << fixed.err;
  EXPECT_EQ(fixed.json()["conditions"]["time"], "0.005 s a move");
  EXPECT_EQ(run("tavlab match brandubh-7 --time 1 --clock 60").code, 2);
  EXPECT_EQ(run("tavlab match brandubh-7 --time 0").code, 2);
  EXPECT_THAT(run("tavlab match brandubh-7 --clock 60+x").err, HasSubstr("such as 60+0.5"));
  EXPECT_THAT(run("tavlab match brandubh-7 --adjudicate plies=8").err,
              HasSubstr("score or draw is missing"));
  EXPECT_THAT(run("tavlab match brandubh-7 --time-margin 1").err, HasSubstr("needs a time"));
  EXPECT_THAT(run("tavlab match brandubh-7 --shard 1/2").err, HasSubstr("--shard needs --out"));
}

TEST_F(StoredMatch, LaddersTakeTheSameConditions) {
  const std::string line =
      "tavlab ladder brandubh-7 --agents random mcts:sims=20 --games 8 --quiet "
      "--openings plies=2,unique --adjudicate plies=2,score=0.9 --out l";
  const Outcome ladder = run(line);
  EXPECT_EQ(ladder.code, 0) << ladder.err;
  EXPECT_EQ(run(line).out, ladder.out);
  const json report = json::parse(run("cat l/summary.json").out);
  EXPECT_EQ(report["cells"][0]["opening_plies"], 0);
  EXPECT_EQ(report["cells"][0]["conditions"]["adjudication"], "plies=2,score=0.9");
}

}  // namespace
}  // namespace tavlab::test
