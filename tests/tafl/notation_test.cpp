// Position and move texts, and the messages for invalid ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::HasSubstr;
using testing::Not;

using G = Tafl<2>;

/// The message of the UserError from reading the position, or "read".
std::string refusal(std::string_view rules, const Texts& overrides, std::string_view text) {
  const auto compiled = G::compile(load_rule_set(rules, overrides));
  try {
    G::parse_position(*compiled, text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(PositionText, TheStartPosition) {
  const auto rules = G::compile(load_rule_set("helmfrid-9"));
  const G::Position start = G::start(*rules);
  EXPECT_EQ(G::position_text(*rules, start), "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a");
  EXPECT_EQ(G::parse_position(*rules, G::position_text(*rules, start)), start);
}

TEST(PositionText, EverythingThatMayFollowTheBoard) {
  const Texts overrides = {"dice.kind=distance", "king.capture_takes_effect=after_reply",
                           "limits.king_side_moves=20", "limits.quiet_plies=50",
                           "limits.total_plies=90"};
  const auto rules = G::compile(load_rule_set("helmfrid-9", overrides));
  const std::string text =
      "9/9/3a5/2aka4/3a5/9/9/4d4/9 d throw=4 pending king_moves=3 quiet=7 plies=41";
  const G::Position position = G::parse_position(*rules, text);
  EXPECT_EQ(position.roll, 4);
  EXPECT_TRUE(position.pending);
  EXPECT_EQ(position.king_moves, 3);
  EXPECT_EQ(position.quiet, 7);
  EXPECT_EQ(position.plies, 41);
  EXPECT_EQ(G::position_text(*rules, position), text);
}

TEST(PositionText, ImpossiblePositionsAreRejected) {
  const auto says = [](std::string_view text, const char* what) {
    EXPECT_THAT(refusal("helmfrid-9", {}, text), HasSubstr(what)) << text;
  };
  says("9/9/9/9/3k5/9/9/k8/9 a", "two kings, on d5 and a2");
  says("9/9/9/9/3a5/9/9/9/9 a", "no king");
  says("9/9/9/9/3k5/9/9/9/a8 a", "'a' cannot be on a1, which is a corner");
  says("9/9/9/9/3kd4/9/9/9/9 a", "'d' cannot be on e5, which is the throne");
  says("9/9/9/9/9/9/9/9/k8 a", "the king has escaped on a1");
  says("9/9/9/9/3k5/9/9/c8/9 a", "'c' on a2 is a leader");
  says("9/9/9/9/3k5/9/9/q8/9 a", "'q' on a2 is not a piece");
  says("9/9/9/9/3k5/9/9/9 a", "8 rows, but the board has 9");
  says("9/9/9/9/3k5/9/9/9/8 a", "the row of rank 1 has 8 cells");
  says("9/9/9/9/3k6/9/9/9/9 a", "the row of rank 5 has 10 cells");
  says("9/9/9/9/3k5/9/9/9/0a8 a", "not a run of empty cells");
  says("9/9/9/9/3k5/9/9/9/99999999999999999999 a", "not a run of empty cells");
  says("9/9/9/9/3k5/9/9/9/9", "the side to move");
  says("9/9/9/9/3k5/9/9/9/9 b", "the side to move");
  says("9/9/9/9/3k5/9/9/9/9 a ", "must be one of throw=");
  says("9/9/9/9/3k5/9/9/9/9 a pending", "'pending' needs");
  says("9/9/9/9/3k5/9/9/9/9 a throw=2", "no dice");
  says("9/9/9/9/3k5/9/9/9/9 a quiet=2", "no such limit");
  says("", "1 rows");
}

TEST(PositionText, CountersStayBelowTheirLimits) {
  const Texts ten = {"limits.quiet_plies=10"};
  EXPECT_EQ(refusal("helmfrid-9", ten, "9/9/9/9/a2k5/9/9/9/9 a quiet=9"), "read");
  for (const char* value : {"10", "0", "-1", "1x", "", "99999999999"}) {
    EXPECT_THAT(refusal("helmfrid-9", ten, std::string("9/9/9/9/a2k5/9/9/9/9 a quiet=") + value),
                HasSubstr("must be from 1 to 9"))
        << value;
  }
}

/// A roll is written only if it allows a move; the game is not over for lack of one that does.
TEST(PositionText, ARollMustAllowAMove) {
  const Texts exact = {"dice.kind=distance", "dice.distance=exact", "dice.faces=12"};
  const std::string board = "9/9/9/9/3k5/9/9/a8/9 a";
  EXPECT_EQ(refusal("helmfrid-9", exact, board + " throw=6"), "read");
  EXPECT_THAT(refusal("helmfrid-9", exact, board + " throw=11"),
              HasSubstr("the roll allows no move"));
  EXPECT_THAT(refusal("helmfrid-9", exact, board + " throw=13"), HasSubstr("from 1 to 12"));
  EXPECT_THAT(refusal("helmfrid-9", exact, board + " throw=0"), HasSubstr("from 1 to 12"));

  // The attackers are locked in: the game is over, or their turn passes, whatever they roll.
  const std::string locked = "9/9/9/9/3k5/9/d8/ad7/9 a";
  for (const char* rule : {"no_move.attackers=loses", "no_move.attackers=passes"}) {
    const Texts parity = {"dice.kind=parity", rule};
    EXPECT_EQ(refusal("helmfrid-9", parity, locked), "read") << rule;
    EXPECT_THAT(refusal("helmfrid-9", parity, locked + " throw=even"),
                HasSubstr("the roll allows no move"))
        << rule;
  }
  EXPECT_THAT(refusal("helmfrid-9", {"dice.kind=parity"}, board + " throw=odd"),
              HasSubstr("throw=even"));
}

/// Why a move is refused, or "read".
std::string refusal(const Drawn& game, std::string_view text) {
  try {
    G::parse_move(game.rules(), game.state().position(), text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(MoveText, WhatStandsInTheWayIsNamed) {
  Drawn game("helmfrid-9", {"throne.pass=king", "range.attacker=3", "range.king=1"}, R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . a + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . K . . . . . .
    x . . . . . . . x )");
  const auto refused = [&](std::string_view text) { return refusal(game, text); };
  EXPECT_THAT(refused("d5-f5"), HasSubstr("cannot move to f5: it may not pass e5"));
  EXPECT_THAT(refused("d5-e5"), HasSubstr("cannot move to e5: it may not stop there"));
  EXPECT_THAT(refused("d5-d9"), HasSubstr("cannot move to d9: it moves at most 3 squares"));
  game.play("d5-d6");
  EXPECT_THAT(refused("c2-e2"), HasSubstr("cannot move to e2: it moves one square at a time"));
}

TEST(MoveText, IllegalMovesAreRejectedWithAReason) {
  Drawn game("helmfrid-9", {}, R"(
    x . . . . . . . x
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    a . d . + . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . K . . . . . .
    x . . . . . . . x )");
  const auto refused = [&](std::string_view text) { return refusal(game, text); };
  EXPECT_EQ(refused("a5-b5"), "read");
  EXPECT_THAT(refused("a5-d5"),
              HasSubstr("the piece on a5 cannot move to d5: a piece stands in its way on c5"));
  EXPECT_THAT(refused("a5-b6"), HasSubstr("cannot move to b6: it moves along a rank or a file"));
  EXPECT_THAT(refused("a5-a5"), HasSubstr("cannot move to a5"));
  EXPECT_THAT(refused("a5-a1"), HasSubstr("cannot move to a1: it may not stop there"));
  EXPECT_THAT(refused("a5-c5"), HasSubstr("cannot move to c5: a piece stands there"));
  EXPECT_THAT(refused("c5-c6"), HasSubstr("the attackers are to move and have no piece on c5"));
  EXPECT_THAT(refused("b5-b6"), HasSubstr("no piece on b5"));
  EXPECT_THAT(refused("a5-b5~c5"), HasSubstr("cannot be declined"));
  for (const char* text : {"", "a5", "a5b5", "a5-", "-b5", "a5-j5", "a5-b10", "a5-b05", "A5-b5",
                           "a5-b5 ", " a5-b5", "a5-b5-c5", "a55-b5", "\n", "[4]"}) {
    EXPECT_THAT(refused(text), HasSubstr("a move is written from-to")) << text;
  }
}

TEST(MoveText, MessagesAreOneLine) {
  const std::string message = refusal("helmfrid-9", {}, "9/\n9\r9");
  EXPECT_THAT(message, Not(HasSubstr("\n")));
  EXPECT_THAT(message, HasSubstr("9/?9?9"));
}

TEST(RollText, OnlyPossibleRollsAreRead) {
  const auto rules =
      G::compile(load_rule_set("helmfrid-9", Texts{"dice.kind=distance", "dice.distance=exact",
                                                   "dice.faces=12", "dice.impossible=reroll"}));
  G::Position position = G::parse_position(*rules, "9/9/9/9/3k5/9/9/a8/9 a");
  EXPECT_EQ(G::parse_chance(*rules, position, "[8]"), 8);
  for (const char* text : {"[9]", "[0]", "8", "[8", "[even]", "", "a2-a3"}) {
    EXPECT_THROW(G::parse_chance(*rules, position, text), UserError) << text;
  }
  EXPECT_THROW(G::parse_move(*rules, position, "a2-a3"), UserError);  // the roll comes first
  G::play_chance(*rules, position, 8);
  EXPECT_THROW(G::parse_chance(*rules, position, "[8]"), UserError);
}

}  // namespace
}  // namespace tavlab::tafl
