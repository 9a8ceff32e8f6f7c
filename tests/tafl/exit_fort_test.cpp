// Exit forts, in drawn positions: where they apply, and where they just fail to.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

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

}  // namespace
}  // namespace tavlab::tafl
