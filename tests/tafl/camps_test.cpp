// Camps and forts of several cells, in drawn positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Ashton's camps, empty, but for what is drawn.
TEST(Camps, OnlyThoseWhoStartThereMayMoveInThemUntilTheyLeave) {
  constexpr std::string_view board = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    a . . . . . . . :
    : : . d + . . : :
    : . . . . . . . :
    . . . . . . K . .
    . . . . a . . . .
    . . . : a : . . . )";
  Drawn attackers("ashton-tablut-9", {}, board);
  EXPECT_TRUE(attackers.can("a6-a5"));  // within the camp
  EXPECT_TRUE(attackers.can("a6-a4"));
  EXPECT_TRUE(attackers.can("a6-b6"));
  EXPECT_TRUE(attackers.can("a6-a3"));  // out of it, through it
  EXPECT_TRUE(attackers.can("a6-h6"));
  EXPECT_FALSE(attackers.can("a6-i6"));  // into another
  Drawn left("ashton-tablut-9", {}, board);
  left.play("a6-b6 g3-g4");
  EXPECT_FALSE(left.can("b6-a6"));  // there is no way back
  EXPECT_FALSE(left.can("b6-b5"));
  EXPECT_FALSE(left.can("b6-b4"));  // nor across
  Drawn reentered("ashton-tablut-9", {"attacker_camps.reenter=[attackers]"}, board);
  EXPECT_TRUE(reentered.play("a6-b6 g3-g4").can("b6-a6"));

  Drawn defenders("ashton-tablut-9", {}, board, "d");
  EXPECT_TRUE(defenders.can("d5-c5"));
  EXPECT_FALSE(defenders.can("d5-b5"));
  EXPECT_FALSE(defenders.can("d5-e5"));  // the castle
  EXPECT_FALSE(defenders.can("d5-f5"));
  EXPECT_TRUE(defenders.can("g3-i3"));
  EXPECT_TRUE(defenders.play("g3-g4 e2-e3").can("g4-h4"));
  EXPECT_FALSE(defenders.can("g4-i4"));
}

TEST(Camps, TheKingEscapesOnTheEdgeOutsideThem) {
  constexpr std::string_view board = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    : . . . . . . . :
    : : . . + . . : :
    : . . . . . . . :
    . . . . . . K . .
    . . . . a . . . .
    . . . : : : . . . )";
  EXPECT_EQ(Drawn("ashton-tablut-9", {}, board, "d").play("g3-g1").end(),
            "defenders: king escaped");
  EXPECT_EQ(Drawn("ashton-tablut-9", {}, board, "d").play("g3-g2").end(), "unfinished");
  Drawn no_way("ashton-tablut-9", {}, board, "d");
  EXPECT_FALSE(no_way.play("g3-g4 e2-e3").can("g4-i4"));
  // Where camps may be entered: an edge cell in a camp is an escape only if any edge cell is.
  const Texts enter = {"attacker_camps.stop=[all]", "attacker_camps.reenter=[all]"};
  Texts edge = enter;
  edge.emplace_back("escape=edge");
  EXPECT_EQ(Drawn("ashton-tablut-9", enter, board, "d").play("g3-g4 e2-e3 g4-i4").end(),
            "unfinished");
  EXPECT_EQ(Drawn("ashton-tablut-9", edge, board, "d").play("g3-g4 e2-e3 g4-i4").end(),
            "defenders: king escaped");
}

TEST(Camps, CaptureAgainstThem) {
  constexpr std::string_view ordinary = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    : . . . . . . . :
    : : . . + . . : :
    : d . . . . . . :
    . . a . . . . . .
    . . . . . . . K .
    . . . : : : . . . )";
  EXPECT_THAT(Drawn("ashton-tablut-9", {}, ordinary).captured("c3-c4"), UnorderedElementsAre("b4"));
  EXPECT_THAT(
      Drawn("ashton-tablut-9", {"attacker_camps.hostile_always=[]"}, ordinary).captured("c3-c4"),
      IsEmpty());
  EXPECT_THAT(
      Drawn("ashton-tablut-9",
            {"attacker_camps.hostile_always=[]", "attacker_camps.hostile_when_empty=[defenders]"},
            ordinary)
          .captured("c3-c4"),
      UnorderedElementsAre("b4"));

  constexpr std::string_view king = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    : . . . . . . . :
    : : K . + . . : :
    : . . . . . . . :
    . . . a . . . . .
    . . . . . . . d .
    . . . : : : . . . )";
  EXPECT_EQ(Drawn("ashton-tablut-9", {}, king).play("d3-d5").end(), kKingCaptured);
  EXPECT_EQ(Drawn("ashton-tablut-9", {"attacker_camps.hostile_always=[defenders]"}, king)
                .play("d3-d5")
                .end(),
            "unfinished");

  // An attacker, outside, against the next camp; and one in his own, whom it shelters.
  constexpr std::string_view attackers = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . d . . . . .
    : . . . . . . . :
    : a d . + . . : :
    : a . . . . . . :
    . . . . . . . . .
    . . . . . . . K .
    . . . : : : . . . )";
  EXPECT_THAT(Drawn("ashton-tablut-9", {}, attackers, "d").captured("c5-c4"),
              UnorderedElementsAre("b4"));
  constexpr std::string_view sheltered = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    : d . . . . . . :
    : a . . + . . : :
    : . . . d . . . :
    . . . . . . . . .
    . . . . . . . K .
    . . . : : : . . . )";
  EXPECT_THAT(Drawn("ashton-tablut-9", {}, sheltered, "d").captured("e4-b4"), IsEmpty());
  EXPECT_THAT(
      Drawn("ashton-tablut-9", {"attacker_camps.shelter=[]"}, sheltered, "d").captured("e4-b4"),
      UnorderedElementsAre("b5"));
}

TEST(Camps, ACampIsNoEnemyToThoseInIt) {
  constexpr std::string_view board = R"(
    . . . : : : . . .
    . . . . : . . . .
    . . . . . . . . .
    : . . . . . . . :
    : a . d + . . : :
    : . . . . . . . :
    . . . . . . . . .
    . . . . . . . K .
    . . . : : : . . . )";
  // d5-c5 puts b5 between a defender and a5, an empty cell of b5's own camp.
  EXPECT_THAT(Drawn("ashton-tablut-9", {"attacker_camps.shelter=[]"}, board, "d").captured("d5-c5"),
              IsEmpty());
  // With a5 and b5 no longer one camp, a5 captures him.
  const Texts apart = {"attacker_camps.shelter=[]", "board.attacker_camps=[a4,a5,a6]"};
  EXPECT_THAT(Drawn("ashton-tablut-9", apart, board, "d").captured("d5-c5"),
              UnorderedElementsAre("b5"));
}

TEST(Forts, AnyOfTheirCellsIsAWayOut) {
  const RuleSet rule_set = load_rule_set("alea-evangelii-19");
  using G = Tafl<6>;
  const auto rules = G::compile(rule_set);
  std::string text;
  for (int rank = 19; rank > 0; --rank) {
    text += rank == 10 ? "a18" : rank == 2 ? "9k9" : "19";
    text += rank > 1 ? "/" : " d";
  }
  GameState<G> inner(*rules, G::parse_position(*rules, text));
  inner.play(G::parse_move(*rules, inner.position(), "j2-b2"));
  EXPECT_EQ(inner.result(), Result::second_wins);
  EXPECT_EQ(inner.reason(), "king escaped");
}

}  // namespace
}  // namespace tavlab::tafl
