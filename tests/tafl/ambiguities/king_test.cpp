// Points on which the sources are silent or ambiguous, or on which programs disagree: when the king
// is captured. What the presets do, and that the parameters give the other answers too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::UnorderedElementsAre;

// Is the king captured against a corner by one attacker?
TEST(Ambiguity, A2_KingAgainstACorner) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . a . . . . . .
    x K . . . . . . x )";
  const auto end_of = [&](std::string_view rules, const Texts& overrides) {
    return Drawn(rules, overrides, board).play("c2-c1").end();
  };
  const std::string all = "corners.hostile_always=[all]";
  const std::string others = "corners.hostile_always=[attackers,defenders]";
  EXPECT_EQ(end_of("helmfrid-9", {}), kKingCaptured);
  EXPECT_EQ(end_of("helmfrid-9", {others}), "unfinished");
  EXPECT_EQ(end_of("tavlei-9", {}), "unfinished");
  EXPECT_EQ(end_of("tavlei-9", {all}), kKingCaptured);
  // Other pieces are captured there in any case.
  constexpr std::string_view ordinary = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . K .
    . . . . . . . . .
    . . . . . . . . .
    . . a . . . . . .
    x d . . . . . . x )";
  for (const char* preset : {"helmfrid-9", "tavlei-9"}) {
    EXPECT_THAT(Drawn(preset, {}, ordinary).captured("c2-c1"), UnorderedElementsAre("b1"))
        << preset;
  }
}

// viaVUCA goes further: beside a corner the jarl is never captured.
TEST(Ambiguity, A2_KingBesideACornerInViavuca) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . d
    . a a . . . . . . . .
    x K . . . . . . . . x )";
  const auto pending = [&](const Texts& overrides) {
    return Drawn("viavuca-11", overrides, board).play("c2-c1").pending();
  };
  EXPECT_FALSE(pending({}));
  EXPECT_FALSE(pending({"corners.hostile_always=[all]"}));
  EXPECT_FALSE(
      pending({"king.beside_corner=inherit"}));  // the corner does not close his fourth side
  EXPECT_TRUE(pending({"king.beside_corner=inherit", "corners.hostile_always=[all]"}));
}

// Beside the empty throne the other three neighbours are needed.
TEST(Ambiguity, A3_KingBesideTheEmptyThrone) {
  constexpr std::string_view three = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . a K a . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . d . )";
  constexpr std::string_view two = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . a K . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . d . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9"}) {
    EXPECT_EQ(Drawn(preset, {}, three).play("e2-e3").end(), kKingCaptured) << preset;
    EXPECT_EQ(Drawn(preset, {}, two).play("e2-e3").end(), "unfinished") << preset;
  }
  EXPECT_EQ(
      Drawn("helmfrid-9", {"throne.hostile_when_empty=[defenders]"}, three).play("e2-e3").end(),
      "unfinished");

  constexpr std::string_view brandubh = R"(
    x . . . . . x
    . . . . . . .
    . . . . . . .
    . . . + . . .
    . . a K a . .
    . . . . . . .
    x . d a . . x )";
  EXPECT_EQ(Drawn("brandubh-7", {}, brandubh).play("d1-d2").end(), kKingCaptured);
  EXPECT_EQ(Drawn("brandubh-7-no-return", {}, brandubh).play("d1-d2").end(), kKingCaptured);
  EXPECT_EQ(Drawn("brandubh-7-harmless-throne", {}, brandubh).play("d1-d2").end(), "unfinished");

  constexpr std::string_view viavuca = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . a K a . . . .
    . . . . . . . . . . .
    . . . . . a . . . . .
    . . . . . . . . . . .
    . . . . . . . . . d . )";
  EXPECT_TRUE(Drawn("viavuca-11", {}, viavuca).play("f3-f4").pending());
}

// Beside the throne, two attackers on the axis off the throne do not capture.
TEST(Ambiguity, A4_KingBesideTheThroneBetweenTwo) {
  constexpr std::string_view beside = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . a K . . . .
    . . . . . a . . .
    . . . . . . . . .
    . . . . . . . d . )";
  constexpr std::string_view below = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . a K . . . .
    . . . . . a . . .
    . . . . . . . d . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9", "tablut-9"}) {
    EXPECT_EQ(Drawn(preset, {}, beside).play("f3-f4").end(), "unfinished") << preset;
    EXPECT_EQ(Drawn(preset, {}, below).play("f2-f3").end(), kKingCaptured) << preset;
    EXPECT_EQ(Drawn(preset, {"king.weak=true"}, beside).play("f3-f4").end(), kKingCaptured)
        << preset;
    EXPECT_EQ(Drawn(preset, {"king.beside_throne=custodial"}, beside).play("f3-f4").end(),
              kKingCaptured)
        << preset;
  }
  // Nor does one attacker against the throne.
  constexpr std::string_view against = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . K . . . .
    . . . . . a . . .
    . . . . . . . . .
    . . . . . . . d . )";
  EXPECT_EQ(Drawn("helmfrid-9", {}, against).play("f3-e3").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", {"king.weak=true"}, against).play("f3-e3").end(), kKingCaptured);
}

// The king on an edge.
TEST(Ambiguity, A5_KingOnTheEdge) {
  constexpr std::string_view two = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . d
    . . . . . . a . . . .
    . . . . a K . . . . . )";
  constexpr std::string_view three = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . d
    . . . . . a a . . . .
    . . . . a K . . . . . )";
  EXPECT_EQ(Drawn("helmfrid-11", {}, two).play("g2-g1").end(), kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-11", {"king.on_edge=surround"}, two).play("g2-g1").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-11", {"king.on_edge=surround"}, three).play("g2-g1").end(),
            kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-11", {"king.on_edge=never"}, three).play("g2-g1").end(), "unfinished");
  EXPECT_FALSE(Drawn("viavuca-11", {}, two).play("g2-g1").pending());
  EXPECT_TRUE(Drawn("viavuca-11", {}, three).play("g2-g1").pending());
  EXPECT_EQ(Drawn("fetlar-11", {"encirclement=off"}, three).play("g2-g1").end(), "unfinished");
}

/// The jarl on plain squares, about to be surrounded by d1-d2; with other pieces around.
constexpr std::string_view kDelayed = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . d . . . + . . . . .
    . . . . . . . . . . .
    . . . a . . . . . . .
    . . a K a . . . . . .
    . . . . . . . . . . .
    . . . a . . . . . . . )";

// The capture of the king counts only if the reply does not free him.
TEST(Ambiguity, A11_DelayedCaptureOfTheKing) {
  Drawn held("viavuca-11", {}, kDelayed);
  held.play("d1-d2");
  EXPECT_EQ(held.end(), "unfinished");
  EXPECT_TRUE(held.pending());
  EXPECT_EQ(held.to_move(), Side::second);
  EXPECT_EQ(held.play("b6-b7").end(), kKingCaptured);

  Drawn freed("viavuca-11", {}, kDelayed);  // c3 stands between b3 and the jarl
  freed.play("d1-d2");
  EXPECT_THAT(freed.captured("b6-b3"), UnorderedElementsAre("c3"));
  EXPECT_EQ(freed.end(), "unfinished");
  EXPECT_FALSE(freed.pending());
  EXPECT_EQ(freed.play("d4-d5 d3-c3").end(), "unfinished");

  EXPECT_EQ(
      Drawn("viavuca-11", {"king.capture_takes_effect=at_once"}, kDelayed).play("d1-d2").end(),
      kKingCaptured);
}

TEST(Ambiguity, A11_AKingHeldByTwoMayWalkAway) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . d
    x . a K . a . . x )";
  const Texts delayed = {"king.capture_takes_effect=after_reply"};
  EXPECT_EQ(Drawn("helmfrid-9", {}, board).play("f1-e1").end(), kKingCaptured);
  EXPECT_EQ(Drawn("helmfrid-9", delayed, board).play("f1-e1 d1-d3").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", delayed, board).play("f1-e1 i2-h2").end(), kKingCaptured);

  constexpr std::string_view way_out = R"(
    x . . . . . . . x
    a . . . . . . . .
    . . . . . . . . .
    K . . . . . . . .
    a . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . d
    x . . . . . . . x )";
  EXPECT_EQ(Drawn("helmfrid-9", delayed, way_out).play("a8-a7 a6-d6").end(), "unfinished");
  constexpr std::string_view beside_corner = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . a . . . . . d
    x K . . . . . . x )";
  Drawn escapes("helmfrid-9", delayed, beside_corner);
  EXPECT_TRUE(escapes.play("c2-c1").pending());
  EXPECT_EQ(escapes.play("b1-a1").end(), "defenders: king escaped");
}

// Two leaders on opposite sides capture the king, and four attackers still do.
TEST(Ambiguity, A19_Leaders) {
  constexpr std::string_view two = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . c K . . . . . . .
    . . . . c . . . . . .
    . . . . . . . . . d . )";
  constexpr std::string_view one = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . c K . . . . . . .
    . . . . a . . . . . .
    . . . . . . . . . d . )";
  constexpr std::string_view four = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . a . . . . . . .
    . . a K . . . . . . .
    . . . a a . . . . . .
    . . . . . . . . . d . )";
  constexpr std::string_view corner = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . d
    . . c . . . . . . . .
    x K . . . . . . . . x )";
  const auto held = [](std::string_view mode, std::string_view board, const std::string& move) {
    const Texts overrides = {"capture.leaders=" + std::string(mode),
                             "corners.hostile_always=[all]"};
    return Drawn("viavuca-11-leaders", overrides, board).play(move).pending();
  };
  struct Mode {
    const char* name;
    bool two, one, corner;
  };
  for (const Mode mode :
       {Mode{"off", false, false, false}, Mode{"two_leaders", true, false, false},
        Mode{"leader_and_corner", true, false, true}, Mode{"leader_and_any", true, true, true}}) {
    EXPECT_EQ(held(mode.name, two, "e2-e3"), mode.two) << mode.name;
    EXPECT_EQ(held(mode.name, one, "e2-e3"), mode.one) << mode.name;
    EXPECT_EQ(held(mode.name, corner, "c2-c1"), mode.corner) << mode.name;
    EXPECT_TRUE(held(mode.name, four, "e2-e3")) << mode.name;
  }
  // The preset, to the end: he is not held if he can walk away.
  EXPECT_EQ(Drawn("viavuca-11-leaders", {}, two).play("e2-e3 j1-j2").end(), kKingCaptured);
  EXPECT_EQ(Drawn("viavuca-11-leaders", {}, two).play("e2-e3 d3-d4").end(), "unfinished");
  EXPECT_EQ(Drawn("viavuca-11-leaders", {}, four).play("e2-e3 j1-j2").end(), kKingCaptured);
  EXPECT_EQ(
      Drawn("viavuca-11-leaders", {"king.capture_takes_effect=at_once"}, two).play("e2-e3").end(),
      kKingCaptured);
  // Without leaders on the board at the start there is no such piece.
  EXPECT_THROW(Drawn("viavuca-11", {}, two), UserError);
}

}  // namespace
}  // namespace tavlab::tafl
