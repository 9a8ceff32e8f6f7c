// Matches on the command line: Elo, sequential tests and their exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

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
  EXPECT_THAT(run.out, HasSubstr("repeated games add no information"));
}

/// Ctrl-C ends a match with what was finished.
TEST(Match, IsInterruptedWithWhatItHas) {
  for (const std::string options : {"", " --swap", " --sprt elo0=0,elo1=0.01"}) {
    const Outcome run = shell(
        "tavlab match brandubh-7 --first mcts:sims=30 --second random --opening 2 --games "
        "1000000" +
        options + " 2>$0.err & until [ -s $0.err ]; do sleep 0.1; done; kill -INT $!; wait $!");
    EXPECT_EQ(run.code, 130) << run.err;
    EXPECT_THAT(run.out, HasSubstr("interrupted: only the finished games are counted"));
    EXPECT_THAT(run.out, HasSubstr(" score "));
  }
}

}  // namespace
}  // namespace tavlab::test
