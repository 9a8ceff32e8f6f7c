// `tavlab play`, with a person's lines from a script.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

TEST(Play, TakesMovesAnswersAndQuits) {
  const Outcome run = shell("tavlab play brandubh-7 --second mcts:sims=20",
                            "help\nmoves d7\nd7-c7\nhint\nundo\nd6-c6\nrecord\nposition\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("d7-b7 d7-c7"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("attackers: d7-c7"), std::string::npos);
  EXPECT_NE(run.out.find("would play"), std::string::npos);
  EXPECT_NE(run.out.find("attackers: d6-c6"), std::string::npos);
  EXPECT_NE(run.out.find("\nd6-c6 "), std::string::npos);  // the record after the undo
}

TEST(Play, ExplainsIllegalMovesAndContinues) {
  const Outcome run =
      shell("tavlab play brandubh-7 --second random", "d5-d6\nnonsense\nd7-c7\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("have no piece on d5"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("from-to"), std::string::npos);
  EXPECT_NE(run.out.find("attackers: d7-c7"), std::string::npos);
}

TEST(Play, EndsWhenTheGameIsOver) {
  const Outcome run =
      shell("tavlab play brandubh-7 --first random --second human --position '7/7/7/7/7/4a2/1k5 d'",
            "b1-a1\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("Game over after 1 ply: defenders won, king escaped"), std::string::npos)
      << run.out;
}

TEST(Play, AsksForNoMoveWhereTheGameIsOver) {
  const Outcome run = shell("tavlab play helmfrid-9 --position '9/9/9/9/4k4/9/9/9/9 a'", "help\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("The game is over in this position: defenders win, no legal move."),
            std::string::npos)
      << run.out;
  EXPECT_EQ(run.out.find('>'), std::string::npos) << run.out;
}

TEST(Play, AHintWithoutASearchHasNoValue) {
  const Outcome run = shell("tavlab play brandubh-7 --hint random", "hint\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("(value for attackers: none)"), std::string::npos) << run.out;
}

TEST(Play, TwoAgentsNeedNoPerson) {
  const Outcome run = shell("tavlab play brandubh-7 --first random --second random --seed 4");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("Game over"), std::string::npos);
}

TEST(Play, RollsTheDice) {
  const Outcome run =
      shell("tavlab play helmfrid-9 --set dice.kind=parity --second random", "moves\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("roll: ["), std::string::npos);
}

TEST(Play, TakesAWholeGameOfTavreli) {
  const Outcome run =
      shell("tavlab play tavreli --second random --seed 1",
            "d1-e2\ne2-e5\ne5-g7\ng7-h8\nmoves h8\nh8(1)-g8\ng8-c8\nh8-d4\nd4-d5\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("h8(1)-g8"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(" r pn +H"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Game over after 15 plies: white won, checkmate."), std::string::npos)
      << run.out;
}

TEST(Play, ListsCastlingAmongTheMovesOfItsSquare) {
  const Outcome run =
      shell("tavlab play tavreli --position '4k3/8/8/8/8/8/8/R3K2R w KQ - -'", "moves e1\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("0-0 0-0-0"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("a1-"), std::string::npos) << run.out;
}

TEST(Play, MatesAnAgentThatSearches) {
  // Two ratoborets against a volkhv alone: whatever Black does, h8 mates.
  const Outcome run = shell(
      "tavlab play tavreli --second alphabeta:depth=3 --position "
      "'7k/R7/8/8/8/8/1R6/4K3 w - - -'",
      "b2-b8\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("Game over after 1 ply: white won, checkmate."), std::string::npos)
      << run.out;
}

TEST(Play, UnderstandsMovesHoweverTheyAreWritten) {
  for (const char* move : {"D7-C7", "d7c7", "d7 c7", "d7 c", "d7-c", "D7:C7"}) {
    const Outcome run =
        shell("tavlab play brandubh-7 --second random", std::string(move) + "\nquit\n");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("attackers: d7-c7\n"), std::string::npos) << move << run.out;
  }
}

TEST(Play, NamesTheAlternativesOfAnAmbiguousMove) {
  const Outcome run = shell("tavlab play brandubh-7 --second random", "d7\nrecord\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("'d7' can be several moves: d7-b7, d7-c7"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("attackers: d7"), std::string::npos) << run.out;
}

TEST(Play, SaysWhyALooselyWrittenMoveIsIllegal) {
  const Outcome run = shell("tavlab play brandubh-7 --second random", "d7 d1\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("the piece on d7 cannot move to d1"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("legal from d7: d7-b7, d7-c7"), std::string::npos) << run.out;
}

/// The number of times that a text occurs.
int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Play, APipeGetsOneBoardForEachMoveAndNoEscapeSequences) {
  const Outcome run =
      shell("tavlab play brandubh-7 --second random --seed 2", "d7-c7\nd6-c6\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(occurrences(run.out, "   a  b  c  d  e  f  g\n"), 5) << run.out;
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos) << run.out;
}

TEST(Play, MarksTheLastMoveAndCountsCaptures) {
  const Outcome run = shell(
      "tavlab play brandubh-7 --second human --position '3a3/7/7/6k/1ad4/7/7 a'", "d7-d3\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("attackers: d7-d3 captures c3\n"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("3  .  a (.)[a] .  .  ."), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("7  x  .  . [.] .  .  x"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("attackers: 2 on the board, captured 1\n"), std::string::npos) << run.out;
}

TEST(Play, PlaysAgainWhatWasTakenBack) {
  const Outcome run =
      shell("tavlab play brandubh-7 --second random", "d7-c7\nundo\nredo\nrecord\nredo\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\nd7-c7 "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Nothing to play again."), std::string::npos) << run.out;
}

TEST(Play, ResigningLosesAndCanBeTakenBack) {
  const Outcome run =
      shell("tavlab play brandubh-7 --side defenders --level 1", "resign\nundo\nmoves\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("ply: attackers won, defenders resigned."), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("defenders: you"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Level 1 of 6, beginner"), std::string::npos) << run.out;
}

TEST(Play, SidesAndLevelsAreChecked) {
  for (const auto& [options, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"brandubh-7 --side white", "the sides are attackers and defenders"},
           {"brandubh-7 --level 9", "levels: 1 beginner, 2 casual"},
           {"brandubh-7 --level 2 --second random", "--second excludes --level"},
           {"brandubh-7 --clock soon", "is not a clock"},
           {"brandubh-7 --color sometimes", "--color"},
           {"", "give the RULES"},
           {"brandubh-7 --hint nobody", "nobody"}}) {
    const Outcome run = shell(std::string("tavlab play ") + options, "quit\n");
    EXPECT_EQ(run.code, 2) << options;
    EXPECT_NE(run.err.find(message), std::string::npos) << options << ": " << run.err;
  }
}

TEST(Play, GoesOnWithASavedGameUnderItsRules) {
  const TemporaryFolder folder;
  const Outcome saved =
      shell("tavlab play brandubh-7 --set king.armed=false --side attackers --level 1",
            "d7-c7\nsave game.txt\nquit\n", folder.path());
  ASSERT_EQ(saved.code, 0) << saved.err;
  const Outcome loaded =
      shell("tavlab play --load game.txt", "record\nrules\nquit\n", folder.path());
  ASSERT_EQ(loaded.code, 0) << loaded.err;
  EXPECT_NE(loaded.out.find("brandubh-7{king.armed="), std::string::npos) << loaded.out;
  EXPECT_NE(loaded.out.find("\nd7-c7 "), std::string::npos) << loaded.out;
  EXPECT_NE(loaded.out.find("defenders: mcts"), std::string::npos) << loaded.out;
  const Outcome again =
      shell("tavlab play brandubh-7 --second random",
            "d7-c7\nload game.txt\nsave other.txt\nload game.txt\nrecord\nquit\n", folder.path());
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("This game is not saved"), std::string::npos) << again.out;
  const Outcome checked = shell("tavlab games check game.txt", "", folder.path());
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

/// The clock goes on with the time that was left, and a level is known by its agent.
TEST(Play, ASavedGameHasItsClockAndLevel) {
  const TemporaryFolder folder;
  const Outcome saved = shell("tavlab play brandubh-7 --side attackers --level 1 --clock 5+100",
                              "d7-c7\nsave game.txt\nquit\n", folder.path());
  ASSERT_EQ(saved.code, 0) << saved.err;
  const std::string text = shell("cat game.txt", "", folder.path()).out;
  EXPECT_NE(text.find("[TimeControl \"300+100\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[TimeLeft \""), std::string::npos) << text;
  const Outcome loaded = shell("tavlab play --load game.txt", "quit\n", folder.path());
  ASSERT_EQ(loaded.code, 0) << loaded.err;
  // 5 minutes, and 100 s for the move, less the time for it.
  EXPECT_NE(loaded.out.find("time 6:"), std::string::npos) << loaded.out;
  EXPECT_NE(loaded.out.find("Level 1 of 6, beginner"), std::string::npos) << loaded.out;
  const Outcome other = shell("tavlab play --load game.txt --clock 60", "quit\n", folder.path());
  EXPECT_NE(other.out.find("time 60:00"), std::string::npos) << other.out;
  folder.write("odd.txt", "[Rules \"brandubh-7\"]\n[TimeControl \"40/9000\"]\n\n1. d7-c7 *\n");
  EXPECT_EQ(shell("tavlab play --load odd.txt", "quit\n", folder.path()).code, 0);
}

/// Rules of one's own are in the file; a game that was given up stays so.
TEST(Play, ASavedGameNeedsNothingElse) {
  const TemporaryFolder folder;
  ASSERT_EQ(
      shell("tavlab rules new mine --from brandubh-7 --set range.king=3", "", folder.path()).code,
      0);
  const Outcome first = shell("tavlab play mine.toml --second human",
                              "d7-c7\nsave game.txt\nresign\nsave lost.txt\nquit\n", folder.path());
  ASSERT_EQ(first.code, 0) << first.err;
  ASSERT_EQ(shell("rm mine.toml", "", folder.path()).code, 0);
  const Outcome again =
      shell("tavlab play --load game.txt", "record\nrules\nquit\n", folder.path());
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("d7-c7 \n"), std::string::npos) << again.out;
  EXPECT_NE(again.out.find("king up to three squares"), std::string::npos) << again.out;
  const Outcome lost = shell("tavlab play --load lost.txt", "undo\nquit\n", folder.path());
  EXPECT_NE(lost.out.find("Game over after 1 ply: attackers won, defenders resigned"),
            std::string::npos)
      << lost.out;
  const Outcome other = shell("tavlab play chess --load game.txt", "", folder.path());
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("is a game of 'mine', not of chess"), std::string::npos) << other.err;
}

TEST(Play, ADamagedFileIsNotLoaded) {
  const TemporaryFolder folder;
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"[Rules \"brandubh-7\"]\n\n1. d7-c7 z9-z8 *\n", "ply 2"},
           {"[Rules \"no-such\"]\n\n1. d7-c7 *\n", "no-such"},
           {"[Rules \"brandubh-7\n", "a header is written"},
           {"\xff\xfe", "does not name its rules"}}) {
    folder.write("game.txt", text);
    const Outcome run = shell("tavlab play --load game.txt", "quit\n", folder.path());
    EXPECT_EQ(run.code, 2) << text << run.out;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
    const Outcome inside = shell("tavlab play brandubh-7 --second random",
                                 "load game.txt\nd7-c7\nquit\n", folder.path());
    EXPECT_EQ(inside.code, 0) << inside.err;
    EXPECT_NE(inside.out.find("attackers: d7-c7"), std::string::npos) << inside.out;
  }
  EXPECT_EQ(shell("tavlab play --load nowhere.txt", "", folder.path()).code, 2);
  // Moves alone are a game under the rules at the table.
  folder.write("game.txt", "d7-c7\n");
  const Outcome refused = shell("tavlab play --load game.txt", "quit\n", folder.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("does not name its rules"), std::string::npos) << refused.err;
  const Outcome taken = shell("tavlab play brandubh-7 --second human",
                              "load game.txt\nrecord\nquit\n", folder.path());
  EXPECT_NE(taken.out.find("d7-c7"), std::string::npos) << taken.out;
}

TEST(Play, TellsAnUnsavedGameHowToGoOn) {
  const Outcome run = shell("tavlab play brandubh-7 --second random", "d7-c7\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  const std::size_t at = run.out.find("tavlab play brandubh-7 --first human");
  ASSERT_NE(at, std::string::npos) << run.out;
  const Outcome on = shell(run.out.substr(at, run.out.find('\n', at) - at), "record\nquit\n");
  ASSERT_EQ(on.code, 0) << on.err;
  EXPECT_NE(on.out.find("\nd7-c7 "), std::string::npos) << on.out;
}

TEST(Play, ExplainsTheGame) {
  const Outcome run =
      shell("LC_ALL=C tavlab play ur-finkel --second random", "goal\nrules\nlegend\npath\nquit\n");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("rosette"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("white: d1 c1 b1 a1 a2"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("[ ] last move"), std::string::npos) << run.out;
}

TEST(Play, EveryFamilyPlaysAWholeGame) {
  for (const char* rules :
       {"brandubh-7", "tavreli", "chess", "ur-finkel", "ur-skiryuk", "russian-draughts", "lasca"}) {
    const Outcome run =
        shell(std::string("tavlab play ") + rules + " --first random --second greedy --seed 3");
    ASSERT_EQ(run.code, 0) << rules << run.err;
    EXPECT_NE(run.out.find("Game over after"), std::string::npos) << rules;
  }
}

}  // namespace
}  // namespace tavlab::test
