// Position, move and roll texts, and the messages for invalid ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/ur/table.h"

namespace tavlab::ur {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The message of the UserError from reading the position, or "read".
std::string refusal(std::string_view rules, const Texts& overrides, std::string_view text) {
  const auto compiled = Ur::compile(load_rule_set(rules, overrides));
  try {
    const Position position = Ur::parse_position(*compiled, text);
    EXPECT_EQ(Ur::position_text(*compiled, position), text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(PositionText, TheStartPositions) {
  for (const char* id : {"ur-finkel", "ur-masters", "ur-murray-own-lane", "ur-skiryuk-path"}) {
    EXPECT_EQ(Table(id).text(), "4__2/8/4__2 w") << id;
  }
  EXPECT_EQ(Table("ur-skiryuk").text(), "4__2/8/4__2 w throw=1");
  EXPECT_EQ(Table("ur-aseb").text(), "4/12/4 w");
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    if (rule_set.family != "ur") continue;
    const auto rules = Ur::compile(rule_set);
    const Position start = Ur::start(*rules);
    EXPECT_EQ(Ur::parse_position(*rules, Ur::position_text(*rules, start)), start) << id;
  }
}

TEST(PositionText, PiecesStacksAndCounts) {
  const auto rules = Ur::compile(load_rule_set("ur-skiryuk-tjau"));
  const std::string text = "b1b1__1b/W2w1(wBW)(Ww)1/4__1w b home=0:2 throw=3 barred=a3";
  const Position p = Ur::parse_position(*rules, text);
  EXPECT_EQ(Ur::position_text(*rules, p), text);
  EXPECT_EQ(p.side, Side::second);
  EXPECT_EQ(p.node, NodeKind::decision);
  EXPECT_EQ(p.roll, 3);
  EXPECT_EQ(p.barred, 4);
  EXPECT_EQ(p.home[0], 0);
  EXPECT_EQ(p.home[1], 2);
}

TEST(PositionText, PiecesStacksAndCountsAddUp) {
  const Table table("ur-skiryuk", {}, "a1=w f2=wBW g2=bB a2=W", "b home=1:2");
  EXPECT_EQ(table.text(), "4__2/W4(wBW)(bB)1/w3__2 b home=1:2");
  EXPECT_TRUE(table.roll_due());
  EXPECT_EQ(table.hand(Side::first), 2);
  EXPECT_EQ(table.hand(Side::second), 2);
  EXPECT_EQ(Ur::piece_count(table.state().position(), Side::first), 4);
  EXPECT_EQ(Ur::piece_count(table.state().position(), Side::second), 3);
}

/// Where pieces do not turn, a capital distinguishes the second visit to a square from the first.
TEST(PositionText, CapitalsMarkSecondVisits) {
  EXPECT_TRUE(Table("ur-murray-own-lane", {}, "d2=w", "w throw=1").can("d2-e2"));
  EXPECT_TRUE(Table("ur-murray-own-lane", {}, "d2=W", "w throw=1").can("d2-c2"));
  EXPECT_TRUE(Table("ur-murray-own-lane", {}, "b1=w", "w throw=1").can("b1-a1"));
  EXPECT_TRUE(Table("ur-murray-own-lane", {}, "b1=W", "w throw=1").can("b1-c1"));
  // Once only: no capital there.
  EXPECT_THAT(refusal("ur-murray-own-lane", {}, "4__2/8/4__1W w"), HasSubstr("'W' cannot be on"));
  EXPECT_THAT(refusal("ur-finkel", {}, "4__2/3W4/4__2 w"), HasSubstr("'W' cannot be on d2"));
  // Where they turn, by their face.
  EXPECT_EQ(refusal("ur-skiryuk", {}, "4__2/8/4__1w w"), "read");
  EXPECT_EQ(refusal("ur-skiryuk", {"turn.moment=arrival"}, "4__2/8/4__1W w"), "read");
  EXPECT_EQ(refusal("ur-skiryuk", {}, "4__2/7W/4__2 w"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", {}, "4__2/7w/4__2 w"), HasSubstr("'w' cannot be on h2"));
  EXPECT_THAT(refusal("ur-skiryuk", {}, "4__2/8/W3__2 w"), HasSubstr("'W' cannot be on a1"));
}

TEST(PositionText, RandomGamesRoundTrip) {
  Random random(1);
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    if (rule_set.family != "ur") continue;
    const auto rules = Ur::compile(rule_set);
    for (int game = 0; game < 5; ++game) {
      GameState<Ur> state(*rules);
      while (!state.over()) {
        const Position& p = state.position();
        const std::string text = Ur::position_text(*rules, p);
        ASSERT_EQ(Ur::parse_position(*rules, text), p) << id << ": " << text;
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
        }
      }
    }
  }
}

TEST(PositionText, PiecesOnImpossibleSquaresAreRejected) {
  const auto says = [](std::string_view text, const char* what) {
    EXPECT_THAT(refusal("ur-skiryuk", {}, text), HasSubstr(what)) << text;
  };
  // The opponent's lane, where White's path never comes, and the other way round.
  says("3w__2/8/4__2 w", "'w' cannot be on d3");
  says("4__2/8/b3__2 w", "'b' cannot be on a1");
  says("4__2/8/4b__2 w", "the gap is written '_'");
  // Too many.
  says("4__2/1wwww1w1/w3__ww w",
       "White has 8 pieces on the board and at home, more than the 7 allowed");
  says("4__2/1wwww1w1/w3__1w w home=1:0",
       "White has 8 pieces on the board and at home, more than the 7 allowed");
  says("b3__2/8/4__2 b home=0:7", "must be home=W:B with numbers from 0 to 6");
  EXPECT_EQ(refusal("ur-skiryuk", {"pieces=1"}, "4__2/w7/4__2 w"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", {"pieces=1"}, "4__2/w1w5/4__2 w"), HasSubstr("White has 2"));
  // Stacks.
  says("4__2/3(ww)4/4__2 w", "2 pieces on d2, which holds 1");
  says("4__2/2(wbwbw)5/4__2 w", "5 pieces on c2, which holds 4");
  says("4__2/2(wbwbwb)5/4__2 w", "from 2 to 5 pieces");
  says("4__2/6(wb)1/4__2 w", "pieces of both players on g2");
  says("4__2/(WW)7/4__2 w", "2 pieces on a2, which holds 1");
  says("4__2/8/1(wb)2__2 w", "'b' cannot be on b1");
  EXPECT_EQ(refusal("ur-skiryuk", {"stack.capacity=5"}, "4__2/2(wbwbw)5/4__2 w"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", {"stack.capacity=1"}, "4__2/2(wb)5/4__2 w"),
              HasSubstr("2 pieces on c2, which holds 1"));
  const Texts finish = {"finish.rule=stack"};
  EXPECT_EQ(refusal("ur-skiryuk", finish, "4__2/(WW)7/4__2 w"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", finish, "4__2/(WB)7/4__2 w"), HasSubstr("both players on a2"));
  EXPECT_THAT(refusal("ur-skiryuk", finish, "4__2/(wW)7/4__2 w"), HasSubstr("has not turned"));
}

TEST(PositionText, BadTextsAreRejected) {
  const auto says = [](std::string_view text, const char* what) {
    EXPECT_THAT(refusal("ur-skiryuk", {}, text), HasSubstr(what)) << text;
  };
  says("", "1 rows, but the board has 3");
  says("4__2/8 w", "2 rows");
  says("4__2/8/4__2/8 w", "4 rows");
  says("4__2/8/4__2", "the side to roll or move");
  says("4__2/8/4__2 a", "the side to roll or move");
  says("4__2/8/4__2  w", "the side to roll or move");
  says("4__2/8/4__2 w ", "must be home=");
  says("8/8/4__2 w", "not a run of empty squares");
  says("4__2/9/4__2 w", "not a run of empty squares");
  says("4__2/0w7/4__2 w", "not a run of empty squares");
  says("4__2/08/4__2 w", "not a run of empty squares");
  says("4__2/44/4__2 w", "not a run of empty squares");
  says("5_2/8/4__2 w", "not a run of empty squares");
  says("4__2/99999999999999/4__2 w", "not a run of empty squares");
  says("4_2/8/4__2 w", "not a run of empty squares");
  says("4__2/4__2/4__2 w", "'_' on e2, which is a square");
  says("4__2/7/4__2 w", "row 2 has 7 files, not 8");
  says("4__2/8w/4__2 w", "row 2 is longer than 8 files");
  says("4__2/7q/4__2 w", "'q' on h2 is not a piece");
  says("4__2/2(w)5/4__2 w", "a stack is written");
  says("4__2/2()5/4__2 w", "a stack is written");
  says("4__2/2(wb5/4__2 w", "a stack is written");
  says("4__2/2(w(b)5/4__2 w", "'(' on c2 is not a piece");
  EXPECT_THAT(refusal("ur-skiryuk", {}, "4__2/\n8/\r4__2 w"), Not(HasSubstr("\n")));
  // The other board has no small block.
  EXPECT_THAT(refusal("ur-aseb", {}, "4__2/8/4__2 w"), HasSubstr("row 3 is longer than 4 files"));
  EXPECT_EQ(refusal("ur-aseb", {}, "4/5b6/2w1 w"), "read");
}

TEST(PositionText, HomeRollAndBar) {
  const std::string board = "4__2/3w4/4__2 w";
  const auto says = [&](const std::string& extra, const char* what) {
    EXPECT_THAT(refusal("ur-skiryuk-tjau", {}, board + extra), HasSubstr(what)) << extra;
  };
  for (const char* home : {"", "1", "1:", ":1", "7:0", "0:7", "-1:0", "1:0x", "1:0:0", "a:b"}) {
    says(std::string(" home=") + home, "must be home=W:B with numbers from 0 to 6");
  }
  for (const char* roll : {"", "0", "5", "-1", "2x", "99999999999"}) {
    says(std::string(" throw=") + roll, "is not a roll of these dice that moves a piece");
  }
  EXPECT_THAT(
      refusal("ur-finkel", {"dice.kind=custom", "dice.weights=[1,1,0,1]"}, "4__2/8/4__2 w throw=2"),
      HasSubstr("is not a roll of these dice"));
  says(" throws=2", "must be home=, throw= or barred=");
  says(" thrown", "must be home=");
  EXPECT_EQ(refusal("ur-skiryuk-tjau", {}, board + " barred=d2"), "read");
  EXPECT_EQ(refusal("ur-skiryuk-tjau", {}, board + " throw=1 barred=d2"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", {}, board + " barred=d2"),
              HasSubstr("needs rules with extra_throw.piece = another"));
  for (const char* square : {"", "c2", "e1", "a1", "d22", "D2", "hand"}) {
    says(std::string(" barred=") + square, "no piece of the side to move is there");
  }
  EXPECT_THAT(refusal("ur-skiryuk-tjau", {}, "4__2/3b4/4__2 w barred=d2"),
              HasSubstr("no piece of the side to move is there"));
  EXPECT_THAT(refusal("ur-skiryuk-tjau", {}, "4__2/1w6/4__2 w barred=b2"),
              HasSubstr("landing there gives no extra roll"));
  EXPECT_EQ(refusal("ur-skiryuk-tjau", {"capture.extra_throw=true"}, "4__2/1w6/4__2 w barred=b2"),
            "read");
}

/// A roll is written only if it allows a move.
TEST(PositionText, ARollMustAllowAMove) {
  const Texts one = {"pieces=1"};
  EXPECT_EQ(refusal("ur-skiryuk", one, "4__2/B2W4/4__2 w throw=2"), "read");
  EXPECT_THAT(refusal("ur-skiryuk", one, "4__2/B2W4/4__2 w throw=3"),
              HasSubstr("the roll allows no move"));
  EXPECT_EQ(refusal("ur-skiryuk-tjau", one, "4__2/3w4/4__2 w throw=1"), "read");
  EXPECT_THAT(refusal("ur-skiryuk-tjau", one, "4__2/3w4/4__2 w throw=1 barred=d2"),
              HasSubstr("the roll allows no move"));
}

TEST(MoveText, IllegalMovesAreRejectedWithAReason) {
  const Table table("ur-skiryuk", {}, "d2=w a2=W", "w throw=1");
  EXPECT_EQ(table.moves(), (Texts{"a2-home", "d2-e2", "hand-d1"}));
  const auto refused = [](const Table& game, std::string_view text) -> std::string {
    try {
      Ur::parse_move(game.rules(), game.state().position(), text);
    } catch (const UserError& error) {
      return error.what();
    }
    return "read";
  };
  for (const std::string& text : table.moves()) EXPECT_EQ(refused(table, text), "read") << text;
  for (const char* text : {"", "d2", "d2-f2", "d2e2", "D2-e2", "d2-e2 ", " d2-e2", "hand-c1",
                           "home-a2", "a2-b2", "[1]", "d2-e2-f2"}) {
    EXPECT_THAT(refused(table, text), HasSubstr("White has rolled 1 and can move")) << text;
  }
  EXPECT_THAT(refused(table, "d2-f2"), HasSubstr("d2-e2"));
  EXPECT_THAT(refused(table, "d2-f2"), HasSubstr(": the roll leads from d2 to e2; White"));
  EXPECT_THAT(refused(table, "c2-d2"), HasSubstr(": no piece can leave c2; White"));
  const Table own("ur-finkel", {}, "d2=w e2=w", "w throw=1");
  EXPECT_THAT(refused(own, "d2-e2"), HasSubstr(": there is no room on e2; White"));
  const Table other("ur-skiryuk-tjau", {}, "d2=w a1=w", "w throw=1 barred=d2");
  EXPECT_THAT(refused(other, "d2-e2"), HasSubstr(": the extra roll is for another piece; White"));
  EXPECT_THAT(refused(Table("ur-skiryuk", {}, "d2=w"), "d2-e2"), HasSubstr("a roll is due first"));
  EXPECT_THAT(refused(Table("ur-skiryuk", {}, "a2=W", "w throw=1 home=6:0").play("a2-home"), "x"),
              HasSubstr("the game is over"));
}

TEST(RollText, OnlyPossibleRollsAreRead) {
  const auto refused = [](const Table& game, std::string_view text) -> std::string {
    try {
      const std::uint8_t roll = Ur::parse_chance(game.rules(), game.state().position(), text);
      EXPECT_EQ(Ur::chance_text(game.rules(), roll), text);
    } catch (const UserError& error) {
      return error.what();
    }
    return "read";
  };
  const Table finkel("ur-finkel"), masters("ur-masters");
  for (const char* text : {"[1]", "[2]", "[3]", "[4]"}) {
    EXPECT_EQ(refused(finkel, text), "read") << text;
    EXPECT_EQ(refused(masters, text), "read") << text;
  }
  EXPECT_EQ(refused(finkel, "[0]"), "read");
  EXPECT_THAT(refused(masters, "[0]"), HasSubstr("one of [1] [2] [3] [4]"));
  for (const char* text : {"", "[5]", "2", "[2", "[02]", "[-1]", "d4-c4"}) {
    EXPECT_THAT(refused(finkel, text), HasSubstr("one of [0] [1] [2] [3] [4]")) << text;
  }
  EXPECT_THAT(refused(Table("ur-skiryuk"), "[1]"), HasSubstr("no roll is due"));
  EXPECT_EQ(
      refused(Table("ur-finkel", {"dice.kind=custom", "dice.weights=[0,0,0,0,0,0,0,0,0,0,1]"}),
              "[10]"),
      "read");
}

}  // namespace
}  // namespace tavlab::ur
