// Points on which the sources are silent or ambiguous, or on which programs disagree: which
// pieces are captured, beside the throne, by one move, by choice and by the king. What the
// presets do, and that the parameters give the other answers too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

// A defender beside the throne while the king sits there is safe.
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

// An attacker beside the occupied throne is captured.
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

// All captures of a move happen at once, the king's among them.
TEST(Ambiguity, A8_SeveralCapturesByOneMove) {
  constexpr std::string_view ordinary = R"(
    . . . . . a . . .
    . . . . . . . . .
    . . . a d . d a .
    . . . . . d . . .
    . . . . . a . . .
    . . . . . . . . .
    . K . . . . . . .
    . . . . . . . . .
    . . . . . . . . . )";
  EXPECT_THAT(Drawn("helmfrid-9", {}, ordinary).captured("f9-f7"),
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

// Moving in between two enemies is safe, and stays so.
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
  Drawn ordinary("helmfrid-9", {}, board);
  EXPECT_THAT(ordinary.captured("c1-c3"), IsEmpty());
  EXPECT_THAT(ordinary.captured("d7-d6"), IsEmpty());
  EXPECT_TRUE(ordinary.can("c3-c6"));

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

// Captures may be declined, piece by piece, and the right lapses.
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

// The king's part in captures, moving and standing.
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

}  // namespace
}  // namespace tavlab::tafl
