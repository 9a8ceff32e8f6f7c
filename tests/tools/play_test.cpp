// `tavlab play`, with a person's lines from a script.
#include <gtest/gtest.h>

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
  EXPECT_NE(run.out.find("Game over after 1 plies: defenders, king escaped"), std::string::npos)
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
  EXPECT_NE(run.out.find("White: r pn +H  helgi"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Game over after 15 plies: white, checkmate."), std::string::npos)
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
  EXPECT_NE(run.out.find("Game over after 1 plies: white, checkmate."), std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace tavlab::test
