// How a king is captured where he stands, and the Linnaean capture beside him, in drawn positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

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

}  // namespace
}  // namespace tavlab::tafl
