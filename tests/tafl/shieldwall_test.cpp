// Shieldwalls, in drawn positions: where they apply, and where they just fail to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

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

}  // namespace
}  // namespace tavlab::tafl
