// Rules that only some rule sets have, each in positions drawn for it: where it applies, and where
// it just fails to apply.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

// ---------------------------------------------------------------------------------------------
// Shieldwall.

/// Two defenders on the edge with attackers in front; g2-g1 closes the row, c1 has done so.
constexpr std::string_view kWall = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . a a a a . . . .
    x . a d d d . . . . x )";

TEST(Shieldwall, ARowThatIsFrontedAndClosedIsCaptured) {
  EXPECT_THAT(Drawn("copenhagen-11", {}, kWall).captured("g2-g1"),
              UnorderedElementsAre("d1", "e1", "f1"));
  EXPECT_THAT(Drawn("copenhagen-11", {"capture.shieldwall=pieces"}, kWall).captured("g2-g1"),
              UnorderedElementsAre("d1", "e1", "f1"));
  EXPECT_THAT(Drawn("copenhagen-11", {"capture.shieldwall=none"}, kWall).captured("g2-g1"),
              IsEmpty());
  EXPECT_THAT(Drawn("fetlar-11", {}, kWall).captured("g2-g1"), IsEmpty());
}

TEST(Shieldwall, EveryPieceMustBeFrontedAndBothEndsClosed) {
  Drawn not_fronted("copenhagen-11", {}, kWall);
  EXPECT_THAT(not_fronted.play("e2-e3 f6-f7").captured("g2-g1"), IsEmpty());
  Drawn not_closed("copenhagen-11", {}, kWall);
  EXPECT_THAT(not_closed.play("c1-c2 f6-f7").captured("g2-g1"), IsEmpty());
}

TEST(Shieldwall, OnePieceIsNoRow) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a . . . . . . . . .
    . . . . . . . . . . .
    x d a . . . . . . . x )";
  constexpr std::string_view two = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a . . . . . . . . .
    . . a . . . . . . . .
    x d d a . . . . . . x )";
  const Texts any_move = {"capture.shieldwall_flank_move=false"};
  EXPECT_THAT(Drawn("copenhagen-11", any_move, board).captured("b3-b2"), IsEmpty());
  EXPECT_THAT(Drawn("copenhagen-11", any_move, two).captured("b3-b2"),
              UnorderedElementsAre("b1", "c1"));
}

TEST(Shieldwall, TheFlankMoveIsAParameter) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . a . . . . . .
    . . . . . . . . . . .
    . . . a . . . . . . .
    x . a d d a . . . . x )";
  EXPECT_THAT(Drawn("copenhagen-11", {}, board).captured("e4-e2"), IsEmpty());
  EXPECT_THAT(
      Drawn("copenhagen-11", {"capture.shieldwall_flank_move=false"}, board).captured("e4-e2"),
      UnorderedElementsAre("d1", "e1"));
}

/// A row that ends at the corner a1.
constexpr std::string_view kCornerWall = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a a a . . . . . . .
    x d d . . . . . . . x )";

TEST(Shieldwall, ACornerMayCloseARow) {
  EXPECT_THAT(Drawn("copenhagen-11", {}, kCornerWall).captured("d2-d1"),
              UnorderedElementsAre("b1", "c1"));
  EXPECT_THAT(Drawn("copenhagen-11", {"capture.shieldwall=pieces"}, kCornerWall).captured("d2-d1"),
              IsEmpty());
  EXPECT_THAT(
      Drawn("copenhagen-11", {"corners.hostile_always=[king]"}, kCornerWall).captured("d2-d1"),
      IsEmpty());
}

TEST(Shieldwall, DefendersMayCaptureARowToo) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    d . . . . . . . . . .
    a d . . . + . . . . .
    a K . . . . . . . . .
    . . d . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    x . . . . . . . . a x )";
  EXPECT_THAT(Drawn("copenhagen-11", {}, board, "d").play("c4-b4 j1-j2").captured("b4-a4"),
              UnorderedElementsAre("a5", "a6"));
  // The king fronts a piece only where he may be an anvil.
  EXPECT_THAT(Drawn("copenhagen-11", {"king.armed=hammer"}, board, "d")
                  .play("c4-b4 j1-j2")
                  .captured("b4-a4"),
              IsEmpty());
}

TEST(Shieldwall, TheKingInARowIsImmuneOrNot) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . d . . . . . . . .
    . . . a a a a . . . .
    x . a d K d . . . . x )";
  Drawn immune("copenhagen-11", {}, board);
  EXPECT_THAT(immune.captured("g2-g1"), UnorderedElementsAre("d1", "f1"));
  EXPECT_EQ(immune.end(), "unfinished");
  Drawn captured("copenhagen-11", {"capture.shieldwall_king_immune=false"}, board);
  EXPECT_THAT(captured.captured("g2-g1"), UnorderedElementsAre("d1", "e1", "f1"));
  EXPECT_EQ(captured.end(), kKingCaptured);
}

TEST(Shieldwall, MayBeDeclinedAsAWhole) {
  const Texts optional = {"capture.optional=true"};
  EXPECT_TRUE(Drawn("copenhagen-11", optional, kWall).can("g2-g1~f1"));
  EXPECT_FALSE(Drawn("copenhagen-11", optional, kWall).can("g2-g1~e1"));
  EXPECT_THAT(Drawn("copenhagen-11", optional, kWall).captured("g2-g1~f1"), IsEmpty());
  EXPECT_THAT(Drawn("copenhagen-11", optional, kWall).captured("g2-g1"),
              UnorderedElementsAre("d1", "e1", "f1"));
}

// ---------------------------------------------------------------------------------------------
// Exit fort.

const std::string kFort = "defenders: exit fort";

TEST(ExitFort, AFortOnTheEdgeWins) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . d . . . .
    . . . . . d . . . . .
    x . . . d K . d . . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("g3-g2").end(), kFort);
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("g3-h3").end(), "unfinished");
  EXPECT_EQ(Drawn("copenhagen-11", {"exit_fort=false"}, board, "d").play("g3-g2").end(),
            "unfinished");
  EXPECT_EQ(Drawn("fetlar-11", {}, board, "d").play("g3-g2").end(), "unfinished");
}

TEST(ExitFort, AnAttackerInsideSpoilsIt) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . d . . .
    . . . . . . . . . . .
    . . . . . d d . . . .
    x . . . d K . a d . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("h4-h2").end(), "unfinished");
}

TEST(ExitFort, TheKingMustBeAbleToMove) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . d . . d . .
    x . . . d K d . d . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("i2-i3").end(), "unfinished");
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("g1-h1").end(), "unfinished");
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("i2-g2 a6-a7 g1-h1").end(), kFort);
}

TEST(ExitFort, AWallThatCanBeCapturedIsNone) {
  // The top of the fort, f3, can be taken between e3 and g3 unless these are held as well.
  constexpr std::string_view open = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . d . . . . .
    . . . . . . . . . . .
    . . . . d . d . . . .
    x . . . d K d . . . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, open, "d").play("f4-f3").end(), "unfinished");
  constexpr std::string_view held = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . d . . . . .
    . . . . d . d . . . .
    . . . . d . d . . . .
    x . . . d K d . . . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, held, "d").play("f4-f3").end(), kFort);
}

TEST(ExitFort, TheKingMustBeOnTheEdge) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . d . . . . .
    . . . . d K d . . . .
    x . . . d . d . . . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("e2-e3").end(), "unfinished");
  EXPECT_EQ(Drawn("copenhagen-11", {}, board, "d").play("f3-f4").end(), "unfinished");
  // On f1, with f2 to step to, he is: e3 and g3 keep f3 from being taken.
  constexpr std::string_view steps_down = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . d d d . . . .
    . . . . d K d . . . .
    x . . . d . d . . . x )";
  EXPECT_EQ(Drawn("copenhagen-11", {}, steps_down, "d").play("f2-f1").end(), kFort);
}

// ---------------------------------------------------------------------------------------------
// The Linnaean capture.

TEST(Linnaean, TheDefenderOnTheFourthSideOfABesiegedKing) {
  constexpr std::string_view three = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . a K a . . .
    . . . . d . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . . )";
  constexpr std::string_view two = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . a K . . . .
    . . . . d . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . . )";
  constexpr std::string_view elsewhere = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . a . + . . . .
    . a K a . . . . .
    . . d . . . . . .
    . . . . . . . . .
    . . a . . . . . . )";
  EXPECT_THAT(Drawn("tablut-9", {}, three).captured("e2-e3"), UnorderedElementsAre("e4"));
  EXPECT_THAT(Drawn("tablut-9", {"capture.linnaean=false"}, three).captured("e2-e3"), IsEmpty());
  EXPECT_THAT(Drawn("helmfrid-9", {}, three).captured("e2-e3"), IsEmpty());
  EXPECT_THAT(Drawn("helmfrid-9", {"capture.linnaean=true"}, three).captured("e2-e3"),
              UnorderedElementsAre("e4"));
  EXPECT_THAT(Drawn("tablut-9", {}, two).captured("e2-e3"), IsEmpty());
  EXPECT_THAT(Drawn("tablut-9", {}, elsewhere).captured("c1-c2"), IsEmpty());
}

// ---------------------------------------------------------------------------------------------
// Capture of the king, by where he stands.

TEST(KingCapture, OnTheThrone) {
  constexpr std::string_view four = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . a K a . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . .
    . . . . d . . . . )";
  constexpr std::string_view two = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . K . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . .
    . . . . d . . . . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9", "tablut-9", "sea-battle-9"}) {
    EXPECT_EQ(Drawn(preset, {"escape=edge"}, four).play("e3-e4").end(), kKingCaptured) << preset;
    EXPECT_EQ(Drawn(preset, {"escape=edge"}, two).play("e3-e4").end(), "unfinished") << preset;
  }
  EXPECT_EQ(Drawn("helmfrid-9", {"king.on_throne=custodial"}, two).play("e3-e4").end(),
            kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-9", {"king.weak=true"}, two).play("e3-e4").end(), kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-9", {"king.on_throne=never"}, four).play("e3-e4").end(), "unfinished");
}

TEST(KingCapture, InTheOpen) {
  constexpr std::string_view two = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . a K . a . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . d . . . . )";
  constexpr std::string_view four = R"(
    . . . . . . . . .
    . . . . a . . . .
    . . . a K . a . .
    . . . . a . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . d . . . . )";
  const Texts surround = {"king.elsewhere=surround"};
  EXPECT_EQ(Drawn("helmfrid-9", {}, two).play("g7-f7").end(), kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-9", surround, two).play("g7-f7").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", surround, four).play("g7-f7").end(), kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-9", {"king.elsewhere=never"}, four).play("g7-f7").end(), "unfinished");
  EXPECT_EQ(Drawn("sea-battle-9", {}, two).play("g7-f7").end(), "unfinished");
  EXPECT_EQ(Drawn("sea-battle-9", {}, four).play("g7-f7").end(), kKingCaptured);
  // Custody along the rank: the pieces above and below him do not matter.
  EXPECT_EQ(Drawn("helmfrid-9", {}, four).play("e8-f8 e1-f1 f8-f7").end(), kKingCaptured);
}

// ---------------------------------------------------------------------------------------------
// Camps.

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

// ---------------------------------------------------------------------------------------------
// Forts of several cells.

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

// ---------------------------------------------------------------------------------------------
// Evasions: moves that win at once though the king sees an exit.

/// Whether the king threatens to escape, and the move, which wins, is among the evasions.
void expect_winning_evasion(Drawn drawn, const std::string& move) {
  using G = Drawn::G;
  const auto& rules = drawn.state().rules();
  const G::Position& position = drawn.state().position();
  ASSERT_TRUE(G::threatens(rules, position, Side::second));
  ASSERT_FALSE(G::threatens(rules, position, Side::first)) << "a win that is not seen";
  MoveList<G> evasions;
  G::generate_evasions(rules, position, evasions);
  const auto winning = G::parse_move(rules, position, move);
  EXPECT_NE(std::find(evasions.begin(), evasions.end(), winning), evasions.end());
  EXPECT_THAT(drawn.play(move).end(), testing::StartsWith("attackers: "));
}

TEST(Evasions, CaptureARowWithTheKing) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . d . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a a a . . . . . . .
    x K d . . . . . . . x )";
  expect_winning_evasion(
      Drawn("copenhagen-11",
            {"capture.shieldwall=corner_closes", "capture.shieldwall_king_immune=false"}, board),
      "d2-d1");
}

TEST(Evasions, CloseARingAroundAnExit) {
  constexpr std::string_view board = R"(
    . . . . . . .
    . . a a a . .
    . a . . . a .
    . a . . K a .
    . a . . . . .
    . a . . . a .
    . . a a a . a )";
  expect_winning_evasion(Drawn("brandubh-7", {"board.corners=[e2]"}, board), "g1-g3");
}

}  // namespace
}  // namespace tavlab::tafl
