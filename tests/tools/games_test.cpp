// Recorded games, openings, and the history that `--moves` gives to a position.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;

/// Seven plies of shuttling: the start has occurred twice, and c3-d3 makes it the third time.
constexpr const char* kCircle = "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1";

TEST(History, ForbidsARepetitionThatThePositionAloneAllows) {
  const std::string command = "tavlab perft brandubh-7 --depth 1 --divide --json";
  const json with = shell(command + " --moves '" + kCircle + "'").json();
  const std::string position =
      shell(std::string("tavlab trace brandubh-7 --moves '") + kCircle + "'")
          .json_lines()
          .back()["position"];
  const json without = shell(command + " --position '" + position + "'").json();
  EXPECT_FALSE(with["divide"].contains("c3-d3"));
  EXPECT_TRUE(without["divide"].contains("c3-d3"));
  EXPECT_EQ(with["nodes"].get<int>() + 1, without["nodes"].get<int>());
}

TEST(History, IsSeenByAnalyzeAndPlay) {
  // A draw by repetition is one move away: only the history says so.
  const std::string rules = "brandubh-7 --set repetition.result=draw";
  const json answer = shell("tavlab analyze " + rules +
                            " --agent alphabeta:depth=1 --move c3-d3 "
                            "--json --moves '" +
                            kCircle + "'")
                          .json();
  EXPECT_EQ(answer["named"]["result"], "draw");
  EXPECT_EQ(answer["named"]["reason"], "repetition");
  EXPECT_EQ(answer["named"]["value"], 0.5);
  const Outcome play = shell(
      "tavlab play brandubh-7 --first random --second human --moves '" + std::string(kCircle) + "'",
      "c3-d3\nrecord\nundo\nrecord\nquit\n");
  EXPECT_EQ(play.code, 0) << play.err;
  EXPECT_NE(play.out.find("repeats a position"), std::string::npos) << play.out;
  EXPECT_NE(play.out.find(std::string(kCircle) + " \n"), std::string::npos) << play.out;
  // The moves of the command line are taken back like others.
  EXPECT_NE(play.out.find("> record\nd1-c1 d3-c3 c1-d1 c3-d3 d1-c1 \n"), std::string::npos)
      << play.out;
}

TEST(Trace, TakesMovesAndListsTheLegalOnesAtTheEnd) {
  const json start = shell("tavlab trace brandubh-7 --moves ''").json_lines().back();
  EXPECT_EQ(start["plies"], 0);
  EXPECT_EQ(start["legal"].size(), 40U);
  EXPECT_EQ(start["to_move"], "attackers");
  const json roll = shell("tavlab trace ur-finkel --moves ''").json_lines().back();
  EXPECT_EQ(roll["throws"].size(), 5U);
  EXPECT_FALSE(roll.contains("legal"));
  const Outcome bad = shell("tavlab trace brandubh-7 --moves 'd1-c1 d3-d2'");
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find("--moves: ply 2: move 'd3-d2'"), std::string::npos) << bad.err;
}

TEST(Trace, AnswersBeforeTheNextLineComes) {
  // The second line is written only when the first one is answered.
  const Outcome run = shell(
      "mkfifo ask answer; timeout 20 tavlab trace brandubh-7 --moves - <ask >answer & "
      "exec 3>ask 4<answer; echo d1-c1 >&3; read -r a <&4; read -r b <&4; echo d1-b1 >&3; "
      "read -r c <&4; exec 3>&-; echo \"$b\"; echo \"$c\"",
      "", TemporaryFolder().path());
  const auto lines = run.json_lines();
  ASSERT_EQ(lines.size(), 2U) << run.out << run.err;
  EXPECT_EQ(lines[0]["plies"], 1);
  EXPECT_EQ(lines[1]["move"], "d1-b1");
}

TEST(Openings, ListOneOfEachClass) {
  const Outcome run = shell("tavlab openings helmfrid-9 --plies 1 --unique");
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 9) << run.err;
  const json all = shell("tavlab openings brandubh-7 --plies 2 --unique --json").json();
  EXPECT_EQ(all["symmetries"], 8);
  int lines = 0;
  for (const json& each : all["openings"]) lines += each["lines"].get<int>();
  EXPECT_EQ(lines, shell("tavlab perft brandubh-7 --depth 2 --json").json()["nodes"]);
  const std::string line = all["openings"].back()["line"];
  EXPECT_EQ(shell("tavlab perft brandubh-7 --depth 1 --moves '" + line + "'").code, 0);
}

TEST(Analyze, FoldsSymmetricMoves) {
  const json answer =
      shell("tavlab analyze helmfrid-9 --agent alphabeta:depth=2 --top 99 --json --move a4-a2")
          .json();
  EXPECT_EQ(answer["moves"].size(), 9U);
  std::size_t moves = 0;
  for (const json& each : answer["moves"]) {
    moves += 1 + (each.contains("symmetric") ? each["symmetric"].size() : 0);
  }
  EXPECT_EQ(moves, 72U);
  EXPECT_GE(answer["named"]["loss"].get<double>(), -0.5);
  EXPECT_FALSE(answer["named"]["refutation"].empty());
}

/// The opponent's roll may pass the turn.
TEST(Analyze, NamedMovesHaveAValueBeforeRolls) {
  const json answer = shell(
                          "tavlab analyze ur-finkel --agent alphabeta:depth=2 --json "
                          "--moves '[2] hand-c1 [0] [3]' --move c1-a2")
                          .json();
  EXPECT_NEAR(answer["named"]["value"].get<double>(), answer["moves"][0]["value"].get<double>(),
              0.05);
}

class Games : public testing::Test {
 protected:
  Games() {
    folder_.write("good.csv",
                  "d1-c1 d3-c3 c1-d1,0,0,Ongoing\nd2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5,1,0,Draw\n");
    folder_.write("bad.csv", "d1-c1 d3-c3 c1-d1,0,0,Ongoing\nd1-c1 d3-d2,0,0,White\n");
    folder_.write("broken.csv", "d1-c1 d3-c3 c1-d1,0,0,Ongoing\nd1-c1 d3-d2\n");
  }
  Outcome run(const std::string& command) { return shell(command, "", folder_.path()); }

  TemporaryFolder folder_;
};

TEST_F(Games, CheckSaysWhatIsWrongByItsExitCode) {
  const Outcome good = run("tavlab games check good.csv --rules brandubh-7");
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_NE(good.out.find("2 games: 2 agree"), std::string::npos) << good.out;
  const Outcome bad = run("tavlab games check bad.csv --rules brandubh-7");
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.out.find("bad.csv:2: game 2, ply 2: move 'd3-d2'"), std::string::npos) << bad.out;
  const Outcome broken = run("tavlab games check broken.csv --rules brandubh-7 --json");
  EXPECT_EQ(broken.code, 2);
  EXPECT_EQ(broken.json()["unreadable"], 1);
  EXPECT_EQ(broken.json()["agree"], 1);
}

TEST_F(Games, AreConvertedAndBack) {
  ASSERT_EQ(run("tavlab games convert good.csv --rules brandubh-7 --to otg --out a.otg").code, 0);
  ASSERT_EQ(run("tavlab games convert a.otg --to text --out a.pgn").code, 0);
  const Outcome back = run("tavlab games convert a.pgn --to csv");
  EXPECT_EQ(back.out,
            "moves,attackers captured,defenders captured,result\n"
            "d1-c1 d3-c3 c1-d1,0,0,Ongoing\nd2-e2 c4-c5 f4-f5 c5-a5 d6-a6xa5,1,0,Draw\n");
  EXPECT_EQ(run("tavlab games convert a.otg --out b.pgn --json").json().at("written"), 2);
  EXPECT_EQ(run("tavlab games convert a.otg --json").code, 2) << "the games are printed";
  const Outcome partly = run("tavlab games convert bad.csv --rules brandubh-7 --to lines");
  EXPECT_EQ(partly.code, 1);
  EXPECT_EQ(partly.out, "d1-c1 d3-c3 c1-d1\n");
  EXPECT_NE(partly.err.find("left out"), std::string::npos) << partly.err;
}

TEST_F(Games, AreReviewed) {
  // The attackers leave the king his way: the last move loses the game.
  folder_.write("blunder.pgn",
                "[Rules \"brandubh-7{king.weak=true}\"]\n[First \"A\"]\n[Second \"B\"]\n"
                "[Position \"7/7/a5a/7/7/1k1a3/5a1 a\"]\n1. d2-d3 b2-b1 2. d3-c3 b1-a1 0-1\n");
  const Outcome run =
      this->run("tavlab games review blunder.pgn --agent alphabeta:depth=3 --json --out r.html");
  ASSERT_EQ(run.code, 0) << run.err;
  const json game = run.json()["games"][0];
  EXPECT_EQ(game["moves"].size(), 4U);
  for (const json& move : game["moves"]) {
    EXPECT_GE(move["loss"].get<double>(), 0.0);
    EXPECT_LE(move["loss"].get<double>(), 1.0);
  }
  EXPECT_EQ(game["moves"][3]["loss"], 0.0);  // it wins
  const std::string page = this->run("cat r.html").out;
  EXPECT_NE(page.find("Game 1: A - B"), std::string::npos);
  EXPECT_NE(page.find("replay-0"), std::string::npos);
  EXPECT_EQ(this->run("tavlab games review blunder.pgn --agent random").code, 2);
  // A file that cannot be written is an error before any game is reviewed.
  const Outcome there =
      this->run("tavlab games review blunder.pgn --agent alphabeta:depth=3 --out r.html");
  EXPECT_EQ(there.code, 2);
  EXPECT_EQ(there.out, "");
  EXPECT_THAT(there.err, testing::HasSubstr("r.html: already exists"));
}

TEST_F(Games, AreCountedAcrossFiles) {
  const Outcome good = run("tavlab games stats good.csv --rules brandubh-7 --json --out s.json");
  ASSERT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(content(folder_.path() / "s.json"), good.out);
  EXPECT_EQ(good.json()["rule_sets"][0]["results"]["draws"], 1);
  // Those that do not count are named; the exit code is that of `check`.
  const Outcome bad = run("tavlab games stats good.csv bad.csv --rules brandubh-7 --json");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, testing::HasSubstr("bad.csv:2: game 2, ply 2: move 'd3-d2'"));
  EXPECT_THAT(bad.err, testing::HasSubstr("; left out\n"));
  EXPECT_EQ(std::ranges::count(bad.err, '\n'), 1) << bad.err;
  EXPECT_EQ(bad.json()["games"], 4);
  EXPECT_EQ(bad.json()["rule_sets"][0]["games"], 3);
  EXPECT_EQ(bad.json()["left_out"][0]["ply"], 2);
  EXPECT_EQ(run("tavlab games stats broken.csv --rules brandubh-7").code, 2);
}

TEST_F(Games, AreComparedWithAgents) {
  const Outcome stats =
      run("tavlab games stats good.csv --rules brandubh-7 --limit 2 9 --agent random greedy "
          "--positions 5");
  ASSERT_EQ(stats.code, 0) << stats.err;
  for (const char* text :
       {"\n2  ", "\n9  ", "The players did not know", "Moves that are the choice of greedy:",
        "5 of 8 positions with more than one legal move, seed 1."}) {
    EXPECT_THAT(stats.out, testing::HasSubstr(text));
  }
}

TEST_F(Games, CannotBeCountedWhereNoneCanBeUsed) {
  folder_.write("none.csv", "d1-c1 d3-d2,0,0,White\n");
  const std::string stats = "tavlab games stats ";
  const Outcome none = run(stats + "none.csv --rules brandubh-7 --out s.json");
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.out, "");
  EXPECT_THAT(none.err, testing::HasSubstr("tavlab: games 'none.csv': none of 1 can be used\n"));
  EXPECT_EQ(content(folder_.path() / "s.json"), "");
  folder_.write("there.json", "mine");
  for (const char* wrong :
       {"good.csv --rules brandubh-7 --out there.json", "good.csv good.csv --rules brandubh-7",
        "missing.csv --rules brandubh-7", "good.csv --rules brandubh-7 --limit 0",
        "good.csv --rules brandubh-7 --agent nobody",
        "good.csv --rules brandubh-7 --positions 0"}) {
    const Outcome outcome = run(stats + wrong);
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_EQ(outcome.out, "") << wrong;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << wrong << outcome.err;
  }
  EXPECT_EQ(content(folder_.path() / "there.json"), "mine");
}

TEST(GamesOfARun, AreReadFromItsFolder) {
  const TemporaryFolder folder;
  const std::string run = (folder.path() / "run").string();
  const std::string match =
      "tavlab match brandubh-7 --set king.weak=true --first random --second alphabeta:depth=1 "
      "--swap --games 6 --quiet --out ";
  ASSERT_EQ(shell(match + run).code, 0);
  const json summary = shell("tavlab games check --json " + run).json();
  EXPECT_EQ(summary["games"], 6);
  EXPECT_EQ(summary["agree"], 6);
  const Outcome text = shell("tavlab games convert " + run);
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* tag : {"[Rules \"brandubh-7{king.weak=true}\"]", "[First \"random\"]",
                          "[Second \"random\"]", "[Game \"5\"]", "[Reason \""}) {
    EXPECT_NE(text.out.find(tag), std::string::npos) << tag;
  }
  // What was written is read again by the same rules.
  EXPECT_EQ(shell("tavlab games check --json -", text.out).json()["agree"], 6);
  // A forfeit is decided off the board, and no disagreement.
  const auto engine = folder.write(
      "engine.sh",
      "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 3;; "
      "esac; done\n");
  const std::string lost = (folder.path() / "lost").string();
  const Outcome crashes =
      shell("tavlab match brandubh-7 --first random --second 'uci:cmd=\"sh " + engine.string() +
            "\",depth=1' --swap --games 2 --quiet --out " + lost);
  ASSERT_EQ(crashes.code, 0) << crashes.err;
  const json forfeits = shell("tavlab games check --json " + lost).json();
  EXPECT_EQ(forfeits["agree"], 2);
  EXPECT_EQ(forfeits["off_the_board"], 2);
  const Outcome none = shell("tavlab games check " + folder.path().string());
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(std::ranges::count(none.err, '\n'), 1) << none.err;
}

}  // namespace
}  // namespace tavlab::test
