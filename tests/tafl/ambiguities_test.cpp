// The points on which the sources are silent or ambiguous, or on which programs disagree: what the
// presets do, and that the parameters give the other answers too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::string kKingCaptured = "attackers: king captured";

// A1: may soldiers pass the empty throne?
TEST(Ambiguity, A1_WhoPassesTheEmptyThrone) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    d . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . K . . a . . . .
    . . . . . . . . . )";
  Drawn helmfrid("helmfrid-9", {}, board);
  EXPECT_TRUE(helmfrid.can("e2-e4"));
  EXPECT_FALSE(helmfrid.can("e2-e5"));
  EXPECT_TRUE(helmfrid.can("e2-e8"));
  Drawn helmfrid_defenders("helmfrid-9", {}, board, "d");
  EXPECT_FALSE(helmfrid_defenders.can("a5-e5"));
  EXPECT_TRUE(helmfrid_defenders.can("a5-f5"));

  Drawn tavlei("tavlei-9", {}, board);
  EXPECT_TRUE(tavlei.can("e2-e4"));
  EXPECT_FALSE(tavlei.can("e2-e6"));
  EXPECT_FALSE(Drawn("tavlei-9", {}, board, "d").can("a5-f5"));
  EXPECT_TRUE(Drawn("tavlei-9", {"throne.pass=[all]"}, board).can("e2-e6"));
  EXPECT_FALSE(Drawn("helmfrid-9", {"throne.pass=[king]"}, board).can("e2-e6"));

  constexpr std::string_view king_below = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . K . . . .
    . . . . . . . . .
    . a . . . . . . . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9"}) {
    EXPECT_TRUE(Drawn(preset, {}, king_below, "d").can("e3-e5")) << preset;
    EXPECT_TRUE(Drawn(preset, {}, king_below, "d").can("e3-e7")) << preset;
  }
  // With nobody passing, the king may still stop on his throne.
  Drawn nobody("tavlei-9", {"throne.pass=[]"}, king_below, "d");
  EXPECT_TRUE(nobody.can("e3-e5"));
  EXPECT_FALSE(nobody.can("e3-e6"));

  constexpr std::string_view viavuca = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    a . . . . + . . . . .
    . . . . . K . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . . )";
  EXPECT_FALSE(Drawn("viavuca-11", {}, viavuca).can("a6-g6"));
  Drawn jarl("viavuca-11", {}, viavuca, "d");
  EXPECT_FALSE(jarl.can("f5-f6"));  // he has left it for good
  EXPECT_TRUE(jarl.can("f5-f7"));
  EXPECT_FALSE(jarl.can("f5-f8"));  // two squares at most
  EXPECT_TRUE(Drawn("viavuca-11", {"range.king=unlimited"}, viavuca, "d").can("f5-f8"));
}

// A2: is the king captured against a corner by one attacker?
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
  const std::string soldiers = "corners.hostile_always=[attackers,defenders]";
  EXPECT_EQ(end_of("helmfrid-9", {}), kKingCaptured);
  EXPECT_EQ(end_of("helmfrid-9", {soldiers}), "unfinished");
  EXPECT_EQ(end_of("tavlei-9", {}), "unfinished");
  EXPECT_EQ(end_of("tavlei-9", {all}), kKingCaptured);
  // A soldier is captured there in any case.
  constexpr std::string_view soldier = R"(
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
    EXPECT_THAT(Drawn(preset, {}, soldier).captured("c2-c1"), UnorderedElementsAre("b1")) << preset;
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
  const auto pending = [&](Texts overrides) {
    return Drawn("viavuca-11", overrides, board).play("c2-c1").pending();
  };
  EXPECT_FALSE(pending({}));
  EXPECT_FALSE(pending({"corners.hostile_always=[all]"}));
  EXPECT_FALSE(
      pending({"king.beside_corner=inherit"}));  // the corner does not close his fourth side
  EXPECT_TRUE(pending({"king.beside_corner=inherit", "corners.hostile_always=[all]"}));
}

// A3: beside the empty throne the other three neighbours are needed.
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

// A4: beside the throne, two attackers on the axis off the throne do not capture.
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

// A5: the king on an edge.
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

// A6: a defender beside the throne while the king sits there is safe.
TEST(Ambiguity, A6_DefenderBesideTheOccupiedThrone) {
  constexpr std::string_view occupied = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    . . . . d . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . . )";
  constexpr std::string_view empty = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . K . .
    . . . . + . . . .
    . . . . d . . . .
    . . . . . . . . .
    . . . . a . . . .
    . . . . . . . . . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9", "tablut-9"}) {
    EXPECT_THAT(Drawn(preset, {}, occupied).captured("e2-e3"), IsEmpty()) << preset;
    EXPECT_THAT(Drawn(preset, {}, empty).captured("e2-e3"), UnorderedElementsAre("e4")) << preset;
    EXPECT_THAT(Drawn(preset, {"throne.hostile_always=[all]"}, occupied).captured("e2-e3"),
                UnorderedElementsAre("e4"))
        << preset;
  }
}

// A7: an attacker beside the occupied throne is captured.
TEST(Ambiguity, A7_AttackerBesideTheOccupiedThrone) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    . . . . a . . . .
    . . . . . . . . .
    . . . . d . . . .
    . a . . . . . . . )";
  for (const char* preset : {"helmfrid-9", "tavlei-9", "tablut-9"}) {
    EXPECT_THAT(Drawn(preset, {}, board, "d").captured("e2-e3"), UnorderedElementsAre("e4"))
        << preset;
    // By the throne itself, whether or not the king on it takes part in captures.
    EXPECT_THAT(Drawn(preset, {"king.armed=none"}, board, "d").captured("e2-e3"),
                UnorderedElementsAre("e4"))
        << preset;
    EXPECT_THAT(Drawn(preset, {"king.armed=none", "throne.hostile_always=[]"}, board, "d")
                    .captured("e2-e3"),
                IsEmpty())
        << preset;
  }
}

// A8: all captures of a move happen at once, the king's among them.
TEST(Ambiguity, A8_SeveralCapturesByOneMove) {
  constexpr std::string_view soldiers = R"(
    . . . . . a . . .
    . . . . . . . . .
    . . . a d . d a .
    . . . . . d . . .
    . . . . . a . . .
    . . . . . . . . .
    . K . . . . . . .
    . . . . . . . . .
    . . . . . . . . . )";
  EXPECT_THAT(Drawn("helmfrid-9", {}, soldiers).captured("f9-f7"),
              UnorderedElementsAre("e7", "f6", "g7"));

  constexpr std::string_view king_too = R"(
    . . . . . a . . .
    . . . . . . . . .
    . . . a K . d a .
    . . . . . d . . .
    . . . . . a . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . d . )";
  Drawn with_king("helmfrid-9", {}, king_too);
  EXPECT_THAT(with_king.captured("f9-f7"), UnorderedElementsAre("e7", "f6", "g7"));
  EXPECT_EQ(with_king.end(), kKingCaptured);
  EXPECT_EQ(Drawn::G::piece_count(with_king.state().position(), Side::second), 1);
}

// A9: moving in between two enemies is safe, and stays so.
TEST(Ambiguity, A9_MovingInBetween) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . a K . a . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . d . d . . . . .
    . . . . . . . . .
    . . a . . . . a . )";
  Drawn soldier("helmfrid-9", {}, board);
  EXPECT_THAT(soldier.captured("c1-c3"), IsEmpty());
  EXPECT_THAT(soldier.captured("d7-d6"), IsEmpty());
  EXPECT_TRUE(soldier.can("c3-c6"));

  constexpr std::string_view king = R"(
    . . . . . . . . .
    . . . K . . . . .
    . . a . a . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    d . . . . . . . .
    . . . . . . . . .
    . . . . . . . . . )";
  EXPECT_EQ(Drawn("helmfrid-9", {}, king, "d").play("d8-d7").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", {}, king, "d").play("d8-d7 e7-e6 a3-a4").end(), "unfinished");
  // One who leaves and comes back captures.
  EXPECT_EQ(Drawn("helmfrid-9", {}, king, "d").play("d8-d7 e7-e6 a3-a4 e6-e7").end(),
            kKingCaptured);
}

// A10: captures may be declined, piece by piece, and the right lapses.
TEST(Ambiguity, A10_OptionalCapture) {
  constexpr std::string_view board = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . K . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a d . d a . . . . .
    . . . . . . . . . . .
    . . . a . . . . . . . )";
  const std::vector<std::pair<std::string, Texts>> ways = {
      {"d1-d3", {"c3", "e3"}}, {"d1-d3~c3", {"e3"}}, {"d1-d3~e3", {"c3"}}, {"d1-d3~c3~e3", {}}};
  for (const char* preset : {"viavuca-11", "helmfrid-11"}) {
    const Texts on = {"capture.optional=true"};
    for (const auto& [move, captured] : ways) {
      EXPECT_TRUE(Drawn(preset, on, board).can(move)) << preset << ' ' << move;
      EXPECT_EQ(Drawn(preset, on, board).captured(move), captured) << preset << ' ' << move;
      const bool plain = move == "d1-d3";
      EXPECT_EQ(Drawn(preset, {"capture.optional=false"}, board).can(move), plain)
          << preset << ' ' << move;
    }
    EXPECT_THROW(Drawn(preset, {"capture.optional=false"}, board).play("d1-d3~c3"), UserError);
    EXPECT_THROW(Drawn(preset, on, board).play("d1-d2~c3"), UserError);  // captures nothing
  }
  EXPECT_TRUE(Drawn("viavuca-11", {}, board).can("d1-d3~c3"));
  EXPECT_FALSE(Drawn("helmfrid-11", {}, board).can("d1-d3~c3"));

  Drawn later("viavuca-11", {}, board);
  later.play("d1-d3~c3~e3 i8-h8");
  EXPECT_THAT(later.captured("b3-a3"), IsEmpty());  // lapsed: both still stand
  EXPECT_EQ(Drawn::G::piece_count(later.state().position(), Side::second), 3);
}

TEST(Ambiguity, A10_TheCaptureOfTheKingCannotBeDeclined) {
  constexpr std::string_view board = R"(
    . . . . . a . . .
    . . . . . . . . .
    . . . a K . d a .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . d . )";
  Drawn game("helmfrid-9", {"capture.optional=true"}, board);
  EXPECT_TRUE(game.can("f9-f7~g7"));
  EXPECT_FALSE(game.can("f9-f7~e7"));
  EXPECT_THROW(game.play("f9-f7~e7"), UserError);
  EXPECT_EQ(game.play("f9-f7~g7").end(), kKingCaptured);
}

/// The jarl in the middle of nowhere, about to be closed in by d1-d2; soldiers here and there.
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

// A11: the capture of the king counts only if the reply does not free him.
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

// A12: the third occurrence of position and side to move.
TEST(Ambiguity, A12_Repetition) {
  const std::string cycle = "f2-e2 f4-e4 e2-f2 e4-f4 ";
  const auto end_of = [&](std::string_view rules, const Texts& overrides, int cycles) {
    const auto compiled = Drawn::G::compile(load_rule_set(rules, overrides));
    const int size = compiled->size;
    std::string board;
    for (int rank = size; rank > 0; --rank) {
      std::string row(static_cast<std::size_t>(size), '.');
      if (rank == 2) row[5] = 'a';
      if (rank == 4) row[5] = 'd';
      if (rank == 7) row[1] = 'k';
      board += row + '\n';
    }
    Drawn game(rules, overrides, board);
    for (int i = 0; i < cycles; ++i) game.play(cycle);
    return game.end();
  };
  for (const char* preset :
       {"helmfrid-9", "helmfrid-11", "tavlei-9", "tavlei-9-obereg", "viavuca-11"}) {
    EXPECT_EQ(end_of(preset, {}, 1), "unfinished") << preset;
    EXPECT_EQ(end_of(preset, {}, 2), "draw: repetition") << preset;
    EXPECT_EQ(end_of(preset, {"repetition.result=ignored"}, 9), "unfinished") << preset;
    EXPECT_EQ(end_of(preset, {"repetition.result=mover_loses"}, 2), "attackers: repetition")
        << preset;
    EXPECT_EQ(end_of(preset, {"repetition.result=attackers_win"}, 2), "attackers: repetition")
        << preset;
    EXPECT_EQ(end_of(preset, {"repetition.count=2"}, 1), "draw: repetition") << preset;
    EXPECT_EQ(end_of(preset, {"repetition.scope=move_pattern"}, 2), "unfinished") << preset;
    EXPECT_EQ(end_of(preset, {"repetition.scope=move_pattern"}, 3), "draw: repetition") << preset;
  }
}

// A13: no legal move.
TEST(Ambiguity, A13_AttackersWithoutAMove) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . K .
    . d . . + . . . .
    . . . . . . . . .
    d . . . . . . . .
    a . . . . . . . .
    x . . . . . . . x )";
  EXPECT_EQ(Drawn("tavlei-9", {}, board, "d").play("b5-b2").end(), "defenders: no legal move");
  EXPECT_EQ(Drawn("tavlei-9", {"no_move.attackers=draws"}, board, "d").play("b5-b2").end(),
            "draw: no legal move");
  EXPECT_EQ(Drawn("tavlei-9", {"no_move.defenders=draws"}, board, "d").play("b5-b2").end(),
            "defenders: no legal move");
  Drawn passes("tavlei-9", {"no_move.attackers=passes"}, board, "d");
  EXPECT_EQ(passes.play("b5-b2").end(), "unfinished");
  EXPECT_EQ(passes.to_move(), Side::second);
  passes.play("b2-b5");  // lets him out again
  EXPECT_EQ(passes.to_move(), Side::first);
  EXPECT_TRUE(passes.can("a2-b2"));

  // Having lost the last piece is having no move.
  EXPECT_EQ(
      Drawn("tavlei-9", {}, board, "d").play("a3-a8 a2-a4 b5-b4 a4-a5 b4-b6 a5-a6 a8-a7").end(),
      "unfinished");
  constexpr std::string_view last = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . K .
    . . . . + . . . .
    d . . . . . . . .
    . . . . . . . . .
    a . . . . . . . .
    x . . . . . . . x )";
  EXPECT_EQ(Drawn("tavlei-9", {}, last, "d").play("a4-a3").end(), "defenders: no legal move");
}

TEST(Ambiguity, A13_DefendersWithoutAMove) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . a . . . .
    . . . . . . . . .
    . . . . . . . . .
    x . . a K a . . x )";
  EXPECT_EQ(Drawn("tavlei-9", {}, board).play("e4-e2").end(), "attackers: no legal move");
  EXPECT_EQ(Drawn("tavlei-9", {"no_move.defenders=draws"}, board).play("e4-e2").end(),
            "draw: no legal move");
  Drawn passes("tavlei-9", {"no_move.defenders=passes"}, board);
  EXPECT_EQ(passes.play("e4-e2").end(), "unfinished");
  EXPECT_EQ(passes.to_move(), Side::first);
}

/// A ring around king and defender, open at e7.
constexpr std::string_view kRing = R"(
    x . . . a . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . a d a . . .
    . . a . K . a . .
    . . . a . a . . .
    . . . . a . . . .
    . . . . . . . . .
    x . . . . . . . x )";

// A14: encirclement ends the game only where a parameter says so.
TEST(Ambiguity, A14_Encirclement) {
  for (const char* preset : {"helmfrid-9", "tavlei-9", "tablut-9"}) {
    EXPECT_EQ(Drawn(preset, {}, kRing).play("e9-e7").end(), "unfinished") << preset;
    EXPECT_EQ(Drawn(preset, {"encirclement=cut_off_from_edge"}, kRing).play("e9-e7").end(),
              "attackers: encirclement")
        << preset;
    EXPECT_EQ(Drawn(preset, {"encirclement=immobile"}, kRing).play("e9-e7").end(), "unfinished")
        << preset;
  }
  EXPECT_EQ(Drawn("helmfrid-9", {"encirclement=cut_off_from_edge"}, kRing).play("e9-e8").end(),
            "unfinished");

  constexpr std::string_view one_outside = R"(
    x . . . a . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . a d a . . .
    . . a . K . a . .
    . . . a . a . . .
    . . . . a . . . .
    . d . . . . . . .
    x . . . . . . . x )";
  EXPECT_EQ(
      Drawn("helmfrid-9", {"encirclement=cut_off_from_edge"}, one_outside).play("e9-e7").end(),
      "unfinished");

  constexpr std::string_view corners_shut = R"(
    x a . . . . . a x
    a . . . . . . . a
    . . . . . . . . .
    . . . . d . . . .
    . . . . K . . . .
    . . . . . . . . .
    . . . . . . . . .
    a . . . . . . . .
    x a . . . . a a x )";
  EXPECT_EQ(
      Drawn("helmfrid-9", {"encirclement=cut_off_from_escape"}, corners_shut).play("g1-g2").end(),
      "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", {"encirclement=cut_off_from_escape"}, corners_shut)
                .play("g1-g2 e6-d6 g2-i2")
                .end(),
            "attackers: encirclement");
  EXPECT_EQ(Drawn("helmfrid-9", {"encirclement=cut_off_from_edge"}, corners_shut)
                .play("g1-g2 e6-d6 g2-i2")
                .end(),
            "unfinished");
}

TEST(Ambiguity, A14_EncircledAndImmobile) {
  constexpr std::string_view board = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . a a . . . . .
    . . . a d K . a . . .
    . . . . a a . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . . )";
  // The soldier beside him keeps the jarl on the throne from being captured, but neither can move.
  EXPECT_EQ(Drawn("viavuca-11", {}, board).play("h6-g6").end(), "attackers: encirclement");
  EXPECT_EQ(Drawn("viavuca-11", {"no_move.defenders=draws"}, board).play("h6-g6").end(),
            "attackers: encirclement");
  EXPECT_EQ(Drawn("viavuca-11", {"encirclement=off", "no_move.defenders=draws"}, board)
                .play("h6-g6")
                .end(),
            "draw: no legal move");
  // On the edge he is not cut off from it: that is having no legal move.
  constexpr std::string_view on_edge = R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . + . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . a a . . . .
    . . . . a K d . a . . )";
  EXPECT_EQ(Drawn("viavuca-11", {}, on_edge).play("i1-h1").end(), "attackers: no legal move");
}

// A15: dice. At most the throw and even throws by default; all of it parameters.
TEST(Ambiguity, A15_DiceOfDistance) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . K . . . . . .
    a . . . . . . . . )";
  const Texts at_most = {"dice.kind=distance", "board.corners=none", "escape=edge"};
  Texts exact = at_most;
  exact.emplace_back("dice.distance=exact");
  EXPECT_THAT(Drawn("helmfrid-9", at_most, board).play("[2]").moves(),
              UnorderedElementsAre("a1-a2", "a1-a3", "a1-b1", "a1-c1"));
  EXPECT_THAT(Drawn("helmfrid-9", exact, board).play("[2]").moves(),
              UnorderedElementsAre("a1-a3", "a1-c1"));
  EXPECT_FALSE(Drawn("helmfrid-9", at_most, board).can("a1-a2"));  // a throw is due first

  // A throw that allows no move: the turn passes, or there is no such throw.
  constexpr std::string_view hemmed = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    d . . . . . . . .
    . . . . . . . . .
    . . K . . . . . .
    a . d . . . . . . )";
  Drawn passing("helmfrid-9", exact, hemmed);
  passing.play("[3]");
  EXPECT_EQ(passing.to_move(), Side::second);
  EXPECT_EQ(passing.end(), "unfinished");
  exact.emplace_back("dice.impossible=reroll");
  Drawn again("helmfrid-9", exact, hemmed);
  EXPECT_THROW(again.play("[3]"), UserError);
  ChanceList<Drawn::G> outcomes;
  Drawn::G::chance_outcomes(again.rules(), again.state().position(), outcomes);
  ASSERT_EQ(outcomes.size(), 2U);  // one and two
  EXPECT_EQ(outcomes[0].probability, 0.5);
  again.play("[1]");
  EXPECT_THAT(again.moves(), UnorderedElementsAre("a1-a2", "a1-b1"));
}

TEST(Ambiguity, A15_DiceOfParity) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . K . . . . . .
    a . . . . . . . . )";
  const Texts even = {"dice.kind=parity", "board.corners=none", "escape=edge", "dice.faces=5"};
  Texts odd = even;
  odd.emplace_back("dice.parity=odd");
  const auto probability = [](const Drawn& game, std::string_view name) {
    const auto value = Drawn::G::parse_chance(game.rules(), game.state().position(), name);
    ChanceList<Drawn::G> outcomes;
    Drawn::G::chance_outcomes(game.rules(), game.state().position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      if (outcome.value == value) return outcome.probability;
    }
    return 0.0;
  };
  for (const Texts& rules : {even, odd}) {
    const std::string moves = rules == even ? "[even]" : "[odd]";
    const std::string passes = rules == even ? "[odd]" : "[even]";
    Drawn moving("helmfrid-9", rules, board);
    EXPECT_DOUBLE_EQ(probability(moving, "[even]"), 0.4);
    EXPECT_DOUBLE_EQ(probability(moving, "[odd]"), 0.6);
    moving.play(moves);
    EXPECT_EQ(moving.to_move(), Side::first);
    EXPECT_EQ(moving.moves().size(), 16U);
    Drawn passing("helmfrid-9", rules, board);
    passing.play(passes);
    EXPECT_EQ(passing.to_move(), Side::second);
    EXPECT_EQ(passing.state().node_kind(), NodeKind::chance);
    // Both in turn.
    passing.play(moves + " c2-c1");
    EXPECT_EQ(passing.end(), "defenders: king escaped");
  }
}

// A16: the limit counts the defenders' moves.
TEST(Ambiguity, A16_MoveLimitOfTheKingsSide) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . a . . . . . . .
    x . . . K . . . x )";
  const Texts two = {"limits.king_side_moves=2"};
  const std::string lost = "attackers: move limit";
  EXPECT_EQ(Drawn("helmfrid-9", two, board).play("b2-b3 e1-e2 b3-b4").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", two, board).play("b2-b3 e1-e2 b3-b4 e2-e3").end(), lost);
  EXPECT_EQ(Drawn("helmfrid-9", two, board, "d").play("e1-e2 b2-b3").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", two, board, "d").play("e1-e2 b2-b3 e2-e3").end(), lost);
  EXPECT_EQ(Drawn("helmfrid-9", {}, board).play("b2-b3 e1-e2 b3-b4 e2-e3").end(), "unfinished");
  // A king who is out with the last move has won.
  EXPECT_EQ(Drawn("helmfrid-9", two, board).play("b2-b3 e1-f1 b3-b4 f1-i1").end(),
            "defenders: king escaped");
  EXPECT_EQ(Drawn("helmfrid-9", two, board, "d king_moves=1").play("e1-e2").end(), lost);
}

TEST(Ambiguity, A16_LimitsThatDraw) {
  constexpr std::string_view board = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . a . . . . . d .
    . . . . . . . . .
    x . . . K . . . x )";
  EXPECT_EQ(Drawn("helmfrid-9", {"limits.total_plies=2"}, board).play("b3-b4").end(), "unfinished");
  EXPECT_EQ(Drawn("helmfrid-9", {"limits.total_plies=2"}, board).play("b3-b4 e1-e2").end(),
            "draw: total plies");
  EXPECT_EQ(Drawn("helmfrid-9", {"limits.quiet_plies=2"}, board).play("b3-b4 e1-e2").end(),
            "draw: quiet plies");
  constexpr std::string_view capture = R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . + . . . .
    . . . . . . . . .
    . a . a d . . . .
    . . . . . a . . .
    x . . . K . . . x )";
  const Texts three = {"limits.quiet_plies=3"};
  Drawn reset("helmfrid-9", three, capture);
  reset.play("b3-b4 e1-d1");
  EXPECT_THAT(reset.captured("f2-f3"), UnorderedElementsAre("e3"));
  EXPECT_EQ(reset.play("d1-d2 b4-b5").end(), "unfinished");
  EXPECT_EQ(reset.play("d2-c2").end(), "draw: quiet plies");
  // A declined capture is none.
  Drawn declined("helmfrid-9", {"limits.quiet_plies=3", "capture.optional=true"}, capture);
  EXPECT_EQ(declined.play("b3-b4 e1-d1 f2-f3~e3").end(), "draw: quiet plies");
}

// A18: the king's part in captures, moving and standing.
TEST(Ambiguity, A18_KingsArms) {
  constexpr std::string_view board = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . d
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . . a d
    . . . . . . K . .
    . . . . . . . a . )";
  constexpr std::string_view standing = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . d
    . . . . + . . . .
    . . . . . . . . .
    . . . . . . K a .
    . . . . . . . . .
    . a . . . . . . . )";
  struct Arms {
    const char* value;
    bool hammer, anvil;
  };
  for (const Arms arms : {Arms{"full", true, true}, Arms{"hammer", true, false},
                          Arms{"anvil", false, true}, Arms{"none", false, false}}) {
    for (const char* preset : {"helmfrid-9", "tavlei-9", "sea-battle-9"}) {
      const Texts overrides = {std::string("king.armed=") + arms.value};
      EXPECT_EQ(Drawn(preset, overrides, board, "d").captured("g2-g3").size(),
                arms.hammer ? 1U : 0U)
          << preset << ' ' << arms.value;
      EXPECT_EQ(Drawn(preset, overrides, standing, "d").captured("i6-i3").size(),
                arms.anvil ? 1U : 0U)
          << preset << ' ' << arms.value;
    }
  }
  EXPECT_THAT(Drawn("helmfrid-9", {}, board, "d").captured("g2-g3"), UnorderedElementsAre("h3"));
  EXPECT_THAT(Drawn("helmfrid-9", {}, standing, "d").captured("i6-i3"), UnorderedElementsAre("h3"));
  EXPECT_THAT(Drawn("sea-battle-9", {}, board, "d").captured("g2-g3"), IsEmpty());
  EXPECT_THAT(Drawn("sea-battle-9", {}, standing, "d").captured("i6-i3"), IsEmpty());
}

// A19: two leaders take the king from two sides, and four soldiers still do.
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
