// Points on which the sources are silent or ambiguous, or on which programs disagree: how games
// end. What the presets do, and that the parameters give the other answers too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::UnorderedElementsAre;

// The third occurrence of position and side to move.
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

// No legal move.
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

// Encirclement ends the game only where a parameter says so.
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
  // The piece beside him keeps the jarl on the throne from being captured, but neither can move.
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

// The limit counts the defenders' moves.
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

}  // namespace
}  // namespace tavlab::tafl
