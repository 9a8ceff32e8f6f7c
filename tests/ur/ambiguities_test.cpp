// Points on which Skiryuk's text is silent or ambiguous, or on which retellings disagree. What
// ur-skiryuk does, and that the parameters give the other answers too. White's path, with the
// index of each square:
//
//    1 d1   2 c1   3 b1   4 a1   5 a2   6 b2   7 c2   8 d2   9 e2  10 f2  11 g2  12 g1  13 h1
//   14 h2  15 h3  16 g3  17 g2  18 f2  19 e2  20 d2  21 c2  22 b2  23 a2
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/ur/table.h"

namespace tavlab::ur {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr std::string_view kSkiryuk = "ur-skiryuk";

// The goal.
TEST(Ambiguity, U01_AllPiecesHomeWin) {
  const auto end_of = [](const Texts& overrides, const char* home) {
    return Table(kSkiryuk, overrides, "a2=W", std::string("w throw=1 home=") + home)
        .play("a2-home")
        .end();
  };
  EXPECT_EQ(end_of({}, "6:0"), "white: pieces home");
  EXPECT_EQ(end_of({}, "4:0"), "unfinished");
  EXPECT_EQ(end_of({"pieces_to_win=5"}, "4:0"), "white: pieces home");
  EXPECT_EQ(end_of({"pieces_to_win=5"}, "3:4"), "unfinished");
  EXPECT_EQ(end_of({"pieces=5"}, "4:4"), "white: pieces home");
  EXPECT_EQ(Table(kSkiryuk, {}, "a2=B", "b throw=1 home=6:6").play("a2-home").end(),
            "black: pieces home");
}

// The opening roll of one is also the first move.
TEST(Ambiguity, U02_TheOpeningRollOfOneIsMoved) {
  Table one(kSkiryuk);
  EXPECT_EQ(one.text(), "4__2/8/4__2 w throw=1");
  EXPECT_THAT(one.moves(), ElementsAre("hand-d1"));
  EXPECT_TRUE(one.play("hand-d1").shows("d1=w", "b"));
  for (const char* opening : {"opening=free", "opening=one_then_roll"}) {
    const Table other(kSkiryuk, {opening});
    EXPECT_TRUE(other.roll_due()) << opening;
    EXPECT_EQ(other.text(), "4__2/8/4__2 w") << opening;
    EXPECT_THAT(other.moves_with("[4]"), ElementsAre("hand-a1")) << opening;
  }
}

std::map<int, double> rolls(const Texts& overrides) {
  Texts all = overrides;
  all.emplace_back("opening=free");
  const Table table(kSkiryuk, all);
  ChanceList<Ur> outcomes;
  Ur::chance_outcomes(table.rules(), table.state().position(), outcomes);
  std::map<int, double> probabilities;
  for (const ChanceOutcome& outcome : outcomes) probabilities[outcome.value] = outcome.probability;
  return probabilities;
}

// Three binary dice, none marked counts four; there is no roll of 0.
TEST(Ambiguity, U03_Dice) {
  using Chances = std::map<int, double>;
  const Chances zero_is_four = {{1, 0.375}, {2, 0.375}, {3, 0.125}, {4, 0.125}};
  EXPECT_EQ(rolls({}), zero_is_four);
  EXPECT_EQ(rolls({"dice.kind=3d6_parity"}), zero_is_four);
  EXPECT_EQ(rolls({"dice.kind=d4"}), (Chances{{1, 0.25}, {2, 0.25}, {3, 0.25}, {4, 0.25}}));
  EXPECT_EQ(rolls({"dice.kind=3d2"}), (Chances{{0, 0.125}, {1, 0.375}, {2, 0.375}, {3, 0.125}}));
  EXPECT_EQ(rolls({"dice.kind=4d2"}),
            (Chances{{0, 0.0625}, {1, 0.25}, {2, 0.375}, {3, 0.25}, {4, 0.0625}}));
  EXPECT_EQ(rolls({"dice.kind=custom", "dice.weights=[0,3,0,1]"}), (Chances{{1, 0.75}, {3, 0.25}}));
  const Chances die = rolls({"dice.kind=d6"});
  ASSERT_EQ(die.size(), 6U);
  for (const auto& [roll, probability] : die) EXPECT_DOUBLE_EQ(probability, 1.0 / 6) << roll;
}

// Only the top piece of a stack may move, in depots too.
TEST(Ambiguity, U04_TheTopOfADepot) {
  const auto moves = [](const Texts& overrides, const char* stack) {
    return Table(kSkiryuk, overrides, std::string("d1=wwww g2=") + stack, "w").moves_with("[1]");
  };
  const Texts any = {"stack.access=any_in_depot"};
  EXPECT_THAT(moves({}, "Ww"), ElementsAre("d1-c1", "g2-g1"));
  EXPECT_THAT(moves({}, "wW"), ElementsAre("d1-c1", "g2-f2"));
  EXPECT_THAT(moves(any, "Ww"), ElementsAre("d1-c1", "g2-f2", "g2-g1"));
  EXPECT_THAT(moves(any, "wW"), ElementsAre("d1-c1", "g2-f2", "g2-g1"));
  // The others keep their order.
  EXPECT_TRUE(Table(kSkiryuk, any, "g2=wWw", "w throw=1").play("g2-f2").shows("g2=ww f2=W", "b"));
  EXPECT_TRUE(Table(kSkiryuk, any, "g2=WwW", "w throw=1").play("g2-g1").shows("g2=WW g1=w", "w"));
  // On islands it is always the top.
  for (const Texts& overrides : {Texts{}, any}) {
    EXPECT_THAT(Table(kSkiryuk, overrides, "d1=wwww f2=Ww", "w").moves_with("[1]"),
                ElementsAre("d1-c1", "f2-g2"));
    EXPECT_THAT(Table(kSkiryuk, overrides, "d1=wwww f2=wb", "w").moves_with("[1]"),
                ElementsAre("d1-c1"));
    EXPECT_THAT(Table(kSkiryuk, overrides, "d3=bbbb f2=wb", "b").moves_with("[1]"),
                ElementsAre("d3-c3", "f2-g2"));
  }
}

// A roll moves one piece, never a stack.
TEST(Ambiguity, U05_OnePieceARoll) {
  EXPECT_TRUE(Table(kSkiryuk, {}, "g2=www", "w throw=1").play("g2-g1").shows("g2=ww g1=w", "w"));
  EXPECT_TRUE(Table(kSkiryuk, {}, "d1=ww", "w throw=2").play("d1-b1").shows("d1=w b1=w", "b"));
}

// Pieces of different faces may not meet on an ordinary square, be they enemies or not.
TEST(Ambiguity, U06_FacesThatMeet) {
  const auto moves = [](const Texts& overrides, const char* pieces) {
    return Table(kSkiryuk, overrides, pieces, "w throw=1 home=5:0").moves();
  };
  const Texts capture = {"cross_kind=capture"};
  // A blank one comes to d2, a turned one to b2; both pieces of the owner are on the board.
  EXPECT_THAT(moves({}, "c2=w d2=B b1=w"), Not(Contains("c2-d2")));
  EXPECT_THAT(moves(capture, "c2=w d2=B b1=w"), Contains("c2-d2"));
  EXPECT_TRUE(Table(kSkiryuk, capture, "c2=w d2=B b1=w", "w throw=1 home=5:0").captures("c2-d2"));
  EXPECT_THAT(moves({}, "c2=W b2=b b1=w"), Not(Contains("c2-b2")));
  EXPECT_THAT(moves(capture, "c2=W b2=b b1=w"), Contains("c2-b2"));
  // Of one face: captured in any case.
  for (const Texts& overrides : {Texts{}, capture}) {
    EXPECT_TRUE(
        Table(kSkiryuk, overrides, "c2=w d2=b b1=w", "w throw=1 home=5:0").captures("c2-d2"));
    EXPECT_TRUE(
        Table(kSkiryuk, overrides, "c2=W b2=B b1=w", "w throw=1 home=5:0").captures("c2-b2"));
    // A player's own piece is in the way whatever its face.
    EXPECT_THAT(moves(overrides, "c2=w d2=W"), Not(Contains("c2-d2")));
    EXPECT_THAT(moves(overrides, "c2=w d2=w"), Not(Contains("c2-d2")));
  }
}

// Pieces turn when they leave the zigzag square, not when they come to it.
TEST(Ambiguity, U07_WhenPiecesTurn) {
  const Texts arrival = {"turn.moment=arrival"};
  EXPECT_TRUE(Table(kSkiryuk, {}, "g1=w", "w throw=1").play("g1-h1").shows("h1=w", "b"));
  EXPECT_TRUE(Table(kSkiryuk, arrival, "g1=w", "w throw=1").play("g1-h1").shows("h1=W", "b"));
  EXPECT_TRUE(Table(kSkiryuk, {}, "h1=w", "w throw=1").play("h1-h2").shows("h2=W", "b"));
  EXPECT_TRUE(Table(kSkiryuk, arrival, "h1=W", "w throw=1").play("h1-h2").shows("h2=W", "b"));
  // Passing over it turns them too.
  EXPECT_TRUE(Table(kSkiryuk, {}, "g1=w", "w throw=3").play("g1-h3").shows("h3=W", "b"));
  // Pieces that never turn are written by their visit to a square.
  const Texts never = {"turn.index=never"};
  EXPECT_TRUE(Table(kSkiryuk, never, "g3=w", "w throw=1").play("g3-g2").shows("g2=W", "b"));
  // Turning later: at h2.
  const Texts later = {"turn.index=14"};
  EXPECT_TRUE(Table(kSkiryuk, later, "h1=w", "w throw=1").play("h1-h2").shows("h2=w", "b"));
  EXPECT_TRUE(Table(kSkiryuk, later, "h2=w", "w throw=1").play("h2-h3").shows("h3=W", "b"));
}

// h1 is not a special square, but a blank piece there blocks the enemy's turned one.
TEST(Ambiguity, U08_TheZigzagSquareBlocks) {
  // Black comes to h1 with index 15, turned.
  EXPECT_THAT(Table(kSkiryuk, {}, "h2=B h1=w d3=bbbb", "b throw=1").moves(), ElementsAre("d3-c3"));
  const Table arrival(kSkiryuk, {"turn.moment=arrival"}, "h2=B h1=W d3=bbbb", "b throw=1");
  EXPECT_THAT(arrival.moves(), ElementsAre("d3-c3", "h2-h1"));
  EXPECT_TRUE(arrival.captures("h2-h1"));
  const Table capture(kSkiryuk, {"cross_kind=capture"}, "h2=B h1=w d3=bbbb", "b throw=1");
  EXPECT_TRUE(capture.captures("h2-h1"));
}

// g2 is nobody's as soon as its owner's last piece has left.
TEST(Ambiguity, U09_TheSharedDepotBecomesFree) {
  Table table(kSkiryuk, {}, "g2=w f2=b", "w throw=2");
  EXPECT_THAT(Table(kSkiryuk, {}, "g2=w f2=b d3=bbbb", "b throw=1").moves(), ElementsAre("d3-c3"));
  table.play("g2-h1 [1]");
  EXPECT_TRUE(table.can("f2-g2"));
  EXPECT_FALSE(table.captures("f2-g2"));
  table.play("f2-g2 [4]");
  EXPECT_EQ(table.to_move(), 'w');
  // One of two that leaves changes nothing.
  table = Table(kSkiryuk, {}, "g2=ww f2=b d3=bbbb", "w throw=2");
  EXPECT_THAT(table.play("g2-h1 [1]").moves(), ElementsAre("d3-c3"));
}

// Its owner's pieces of both faces may be together there.
TEST(Ambiguity, U10_BothFacesInTheSharedDepot) {
  EXPECT_TRUE(Table(kSkiryuk, {}, "g2=W f2=w", "w throw=1").play("f2-g2").shows("g2=Ww", "b"));
  EXPECT_TRUE(Table(kSkiryuk, {}, "g2=w g3=W", "w throw=1").play("g3-g2").shows("g2=wW", "b"));
}

// Four pieces in all, whoever owns them.
TEST(Ambiguity, U11_StacksHoldFour) {
  const auto moves = [](const Texts& overrides, const char* pieces) {
    return Table(kSkiryuk, overrides, pieces, "w throw=1").moves();
  };
  EXPECT_THAT(moves({}, "c2=wbb b2=w"), Contains("b2-c2"));
  EXPECT_THAT(moves({}, "c2=wbbb b2=w"), Not(Contains("b2-c2")));
  EXPECT_THAT(moves({"stack.capacity=5"}, "c2=wbbb b2=w"), Contains("b2-c2"));
  EXPECT_THAT(moves({"stack.capacity=3"}, "c2=wbb b2=w"), Not(Contains("b2-c2")));
  EXPECT_THAT(moves({}, "d1=www"), Contains("hand-d1"));
  EXPECT_THAT(moves({}, "d1=wwww"), Not(Contains("hand-d1")));
  EXPECT_THAT(moves({"stack.capacity=1"}, "d1=w"), Not(Contains("hand-d1")));
  EXPECT_THAT(moves({}, "g2=wwWW f2=w"), Not(Contains("f2-g2")));
  EXPECT_THAT(moves({}, "g2=wWW f2=w"), Contains("f2-g2"));
  // With room for one an island is a square where nothing is captured.
  EXPECT_THAT(moves({"stack.capacity=1"}, "c2=b b2=w"), Not(Contains("b2-c2")));
}

// A turned piece on the finish is safe, and nobody lands there.
TEST(Ambiguity, U12_ATurnedPieceOnTheFinish) {
  const auto moves = [](const Texts& overrides, const char* pieces) {
    return Table(kSkiryuk, overrides, pieces, "w throw=1").moves();
  };
  const Texts normal = {"finish.rule=normal"}, stack = {"finish.rule=stack"};
  const Texts capture = {"cross_kind=capture"};
  const auto both = [](Texts a, const Texts& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  // Turned against turned.
  EXPECT_THAT(moves({}, "a2=B b2=W"), Not(Contains("b2-a2")));
  EXPECT_THAT(moves(normal, "a2=B b2=W"), Contains("b2-a2"));
  EXPECT_TRUE(Table(kSkiryuk, normal, "a2=B b2=W", "w throw=1").captures("b2-a2"));
  EXPECT_THAT(moves(stack, "a2=B b2=W"), Not(Contains("b2-a2")));
  // Blank against turned: from the player's own lane.
  EXPECT_THAT(moves({}, "a2=B a1=w"), Not(Contains("a1-a2")));
  EXPECT_THAT(moves(normal, "a2=B a1=w"), Not(Contains("a1-a2")));
  EXPECT_THAT(moves(both(normal, capture), "a2=B a1=w"), Contains("a1-a2"));
  EXPECT_THAT(moves(capture, "a2=B a1=w"), Not(Contains("a1-a2")));
  EXPECT_THAT(moves(both(stack, capture), "a2=B a1=w"), Not(Contains("a1-a2")));
  // Own pieces.
  EXPECT_THAT(moves({}, "a2=W b2=W"), Not(Contains("b2-a2")));
  EXPECT_THAT(moves(normal, "a2=W b2=W"), Not(Contains("b2-a2")));
  EXPECT_THAT(moves(stack, "a2=W b2=W"), Contains("b2-a2"));
  EXPECT_THAT(moves(stack, "a2=WWWW b2=W"), Not(Contains("b2-a2")));
  EXPECT_THAT(moves(both(stack, {"stack.capacity=2"}), "a2=WW b2=W"), Not(Contains("b2-a2")));
  EXPECT_THAT(moves(stack, "a2=W a1=w"), Not(Contains("a1-a2")));
  EXPECT_THAT(moves(stack, "a2=WW"), Contains("a2-home"));
  // It stands in the way of nobody who passes.
  EXPECT_THAT(Table(kSkiryuk, {}, "a2=B a1=w", "w throw=2").moves(), Contains("a1-b2"));
}

// A blank piece on the finish is a piece like any other.
TEST(Ambiguity, U13_ABlankPieceOnTheFinish) {
  for (const char* rule : {"finish.rule=immune", "finish.rule=normal", "finish.rule=stack"}) {
    const Texts block = {rule}, capture = {rule, "cross_kind=capture"};
    EXPECT_TRUE(Table(kSkiryuk, block, "a2=b a1=w", "w throw=1").captures("a1-a2")) << rule;
    EXPECT_FALSE(Table(kSkiryuk, block, "a2=b b2=W", "w throw=1").can("b2-a2")) << rule;
    EXPECT_TRUE(Table(kSkiryuk, capture, "a2=b b2=W", "w throw=1").captures("b2-a2")) << rule;
    EXPECT_FALSE(Table(kSkiryuk, capture, "a2=w b2=W", "w throw=1").can("b2-a2")) << rule;
  }
}

// Pieces go home from the last four squares, by the exact number.
TEST(Ambiguity, U14_GoingHome) {
  const Texts at_least = {"exit=at_least"};
  const auto moves = [](const Texts& overrides, const char* pieces, const char* roll) {
    return Table(kSkiryuk, overrides, pieces, "w").moves_with(roll);
  };
  const std::map<std::string, int> steps = {{"d2", 4}, {"c2", 3}, {"b2", 2}, {"a2", 1}};
  for (const auto& [square, exact] : steps) {
    const std::string piece = square + "=W", home = square + "-home";
    for (int roll = 1; roll <= 4; ++roll) {
      const std::string text = "[" + std::to_string(roll) + "]";
      const Texts by_number = moves({}, piece.c_str(), text.c_str());
      const Texts by_more = moves(at_least, piece.c_str(), text.c_str());
      EXPECT_EQ(std::count(by_number.begin(), by_number.end(), home), roll == exact) << text;
      EXPECT_EQ(std::count(by_more.begin(), by_more.end(), home), roll >= exact) << text;
    }
  }
  EXPECT_THAT(moves({}, "c2=bW", "[3]"), Contains("c2-home"));
  EXPECT_THAT(moves({}, "c2=Wb", "[3]"), Not(Contains("c2-home")));
  // A blank piece there is on its way out.
  EXPECT_THAT(moves({}, "d2=w", "[4]"), Not(Contains("d2-home")));
}

// A player who can move must, with any piece; captures are optional. So with extra rolls.
TEST(Ambiguity, U15_OneMustMoveButNotCapture) {
  const Table table(kSkiryuk, {}, "b2=w d2=b c1=w", "w throw=2");
  EXPECT_THAT(table.moves(), ElementsAre("b2-d2", "c1-a1"));
  EXPECT_TRUE(table.captures("b2-d2"));
  EXPECT_FALSE(table.captures("c1-a1"));
  // The only move must be made, however unwelcome.
  EXPECT_THAT(Table(kSkiryuk, {"pieces=1"}, "c2=w e2=b", "w").moves_with("[1]"),
              ElementsAre("c2-d2"));
}

TEST(Ambiguity, U15_AnyPieceUsesAnExtraRoll) {
  Table any(kSkiryuk, {}, "b1=w", "w throw=1");
  EXPECT_TRUE(any.play("b1-a1").shows("a1=w", "w"));
  EXPECT_THAT(any.moves_with("[1]"), ElementsAre("a1-a2", "hand-d1"));
  // In Tjau another piece must.
  Table another("ur-skiryuk-tjau", {}, "b1=w", "w throw=1");
  EXPECT_TRUE(another.play("b1-a1").shows("a1=w", "w barred=a1"));
  EXPECT_THAT(another.moves_with("[1]"), ElementsAre("hand-d1"));
  EXPECT_TRUE(another.play("[1] hand-d1").shows("a1=w d1=w", "b"));
}

// Where the extra roll allows no move, the turn is over.
TEST(Ambiguity, U16_AnExtraRollWithoutAMove) {
  Table table(kSkiryuk, {"pieces=1"}, "f2=W a2=B", "w throw=2");
  EXPECT_TRUE(table.play("f2-d2").shows("d2=W a2=B", "w"));
  EXPECT_TRUE(table.play("[3]").shows("d2=W a2=B", "b"));
  Table tjau("ur-skiryuk-tjau", {"pieces=1"}, "f2=W a2=B", "w throw=2");
  EXPECT_TRUE(tjau.play("f2-d2 [4]").shows("d2=W a2=B", "b"));
}

// Pieces pass over everything.
TEST(Ambiguity, U17_Passing) {
  const Table table(kSkiryuk, {}, "b2=w c2=bbbb d2=B", "w throw=3");
  EXPECT_THAT(table.moves(), ElementsAre("b2-e2", "hand-b1"));
  EXPECT_THAT(Table(kSkiryuk, {}, "f2=w g2=bb", "w throw=2").moves(), Contains("f2-g1"));
}

// A captured piece goes back to hand and is blank again.
TEST(Ambiguity, U18_CapturedPieces) {
  Table table(kSkiryuk, {}, "c2=W b2=B", "w throw=1");
  EXPECT_EQ(table.hand(Side::second), 6);
  EXPECT_TRUE(table.play("c2-b2").shows("b2=W", "b"));
  EXPECT_EQ(table.hand(Side::second), 7);
  EXPECT_TRUE(table.play("[1] hand-d3").shows("b2=W d3=b", "w"));
}

// Neither captures nor going home earn an extra roll.
TEST(Ambiguity, U19_ExtraRollsForCaptures) {
  const Texts extra = {"capture.extra_throw=true"};
  const auto next = [](const Texts& overrides, const char* pieces, const char* move) {
    return Table(kSkiryuk, overrides, pieces, "w throw=1").play(move).to_move();
  };
  EXPECT_EQ(next({}, "c2=W b2=B", "c2-b2"), 'b');
  EXPECT_EQ(next(extra, "c2=W b2=B", "c2-b2"), 'w');
  EXPECT_EQ(next(extra, "c2=W", "c2-b2"), 'b');
  EXPECT_EQ(next({}, "a2=W", "a2-home"), 'b');
  EXPECT_EQ(next(extra, "a2=W", "a2-home"), 'b');
  EXPECT_EQ(next({}, "c2=w d2=b", "c2-d2"), 'w');
  EXPECT_EQ(next({"rosette.extra_throw=false"}, "c2=w d2=b", "c2-d2"), 'b');
  // A capture on a rosette gives one roll, not two.
  Table both(kSkiryuk, extra, "c2=w d2=b", "w throw=1");
  EXPECT_EQ(both.play("c2-d2").to_move(), 'w');
  EXPECT_EQ(both.play("[1] d2-e2").to_move(), 'b');
}

// Neither player can move with any roll. This needs stacks of fewer than four.
TEST(Ambiguity, U20_Deadlock) {
  constexpr std::string_view before = "a3=b g3=W h3=W b2=b c2=b d2=b e2=b f2=W g2=w h2=W g1=B h1=w";
  const auto end_after = [&](const Texts& more, const char* home, const char* line) {
    Texts overrides = {"stack.capacity=1"};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return Table(kSkiryuk, overrides, before, std::string("b throw=1 home=") + home)
        .play(line)
        .end();
  };
  EXPECT_EQ(end_after({}, "1:1", "a3-a2"), "unfinished");
  EXPECT_EQ(end_after({}, "1:1", "a3-a2 [1]"), "draw: nobody can move");
  EXPECT_EQ(end_after({"deadlock=more_home"}, "1:1", "a3-a2 [2]"), "draw: nobody can move");
  // A roll of 0 does not show it.
  EXPECT_EQ(end_after({"dice.kind=4d2"}, "1:1", "a3-a2 [0]"), "unfinished");
  EXPECT_EQ(end_after({"dice.kind=4d2"}, "1:1", "a3-a2 [0] [3]"), "draw: nobody can move");
  // While a player has a piece in hand that can enter, the turn passes and the game continues.
  EXPECT_EQ(end_after({}, "0:1", "a3-a2 [1]"), "unfinished");

  // A position set up like this is over once a roll shows it.
  constexpr std::string_view given = "g3=W h3=W d2=w e2=w f2=wWb g2=bBb h2=B g1=B h1=B";
  const auto end_at = [&](const Texts& more, const char* side) {
    Texts overrides = {"stack.capacity=3"};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return Table(kSkiryuk, overrides, given, side).play("[2]").end();
  };
  EXPECT_EQ(end_at({}, "w home=1:0"), "draw: nobody can move");
  EXPECT_EQ(end_at({}, "b home=1:0"), "draw: nobody can move");
  EXPECT_EQ(end_at({"deadlock=more_home"}, "b home=1:0"), "white: nobody can move");
}

/// Random games; calls visit(game, move) before each move and returns how games ended.
template <typename Visit>
std::map<std::string, int> random_games(const Texts& overrides, int games, Visit&& visit) {
  std::map<std::string, int> ends;
  const auto rules = Ur::compile(load_rule_set(kSkiryuk, overrides));
  Random random(1);
  for (int game = 0; game < games; ++game) {
    GameState<Ur> state(*rules);
    while (!state.over()) {
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
        continue;
      }
      const Ur::Move move = state.random_move(random);
      visit(std::as_const(state), move);
      state.play(move);
    }
    ++ends[std::string(state.reason())];
  }
  return ends;
}

// With stacks of four it does not happen.
TEST(Ambiguity, U20_NoDeadlockWithStacksOfFour) {
  const auto ends = random_games({}, 2000, [](const GameState<Ur>&, Ur::Move) {});
  EXPECT_EQ(ends, (std::map<std::string, int>{{"pieces home", 2000}}));
}

/// The text with the squares of the small block's outer rows changed for those opposite.
std::string other_side(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != 'g' && text[i] != 'h') continue;
    char& rank = text[i + 1];
    if (rank == '1') {
      rank = '3';
    } else if (rank == '3') {
      rank = '1';
    }
  }
  return text;
}

// On which side pieces go round the small block makes no difference.
TEST(Ambiguity, U21_TheSideOfTheLoop) {
  const Table own(kSkiryuk);
  Texts path = load_rule_set(kSkiryuk).list("path");
  std::string list;
  for (const std::string& square : path) {
    list += (list.empty() ? "" : ",") + other_side(square);
  }
  const Table opposite(kSkiryuk, {"path=[" + list + "]"});
  Random random(1);
  for (int game = 0; game < 30; ++game) {
    GameState<Ur> a = own.state(), b = opposite.state();
    while (!a.over()) {
      ASSERT_EQ(a.node_kind(), b.node_kind());
      if (a.node_kind() == NodeKind::chance) {
        b.play_chance(a.play_random_chance(random));
        continue;
      }
      MoveList<Ur> a_moves, b_moves;
      a.legal_moves(a_moves);
      b.legal_moves(b_moves);
      std::map<std::string, std::uint64_t> a_texts, b_texts;
      for (const auto move : a_moves) {
        a_texts[Ur::move_text(own.rules(), a.position(), move)] = move.word();
      }
      for (const auto move : b_moves) {
        b_texts[other_side(Ur::move_text(opposite.rules(), b.position(), move))] = move.word();
      }
      ASSERT_EQ(a_texts, b_texts);
      const Ur::Move move = a.random_move(random);
      a.play(move);
      b.play(move);
    }
    EXPECT_EQ(a.result(), b.result());
  }
}

// A four brings a piece onto the rosette at once, and gives an extra roll.
TEST(Ambiguity, U22_EnteringWithAFour) {
  Table table(kSkiryuk, {"opening=free"});
  EXPECT_THAT(table.moves_with("[4]"), ElementsAre("hand-a1"));
  EXPECT_TRUE(table.play("[4] hand-a1").shows("a1=w", "w"));
}

// House rules: going back to capture.
TEST(Ambiguity, U23_CapturingBackwards) {
  const Texts back = {"capture.backward=true"};
  const auto moves = [](const Texts& overrides, const char* pieces) {
    return Table(kSkiryuk, overrides, pieces, "w throw=1").moves();
  };
  EXPECT_THAT(moves({}, "e2=w d2=b"), ElementsAre("e2-f2", "hand-d1"));
  EXPECT_THAT(moves(back, "e2=w d2=b"), ElementsAre("e2-d2", "e2-f2", "hand-d1"));
  EXPECT_TRUE(Table(kSkiryuk, back, "e2=w d2=b", "w throw=1").captures("e2-d2"));
  EXPECT_THAT(moves(back, "e2=w d2=B"), ElementsAre("e2-f2", "hand-d1"));
  // Only to capture, and never back to hand.
  EXPECT_THAT(moves(back, "e2=w"), ElementsAre("e2-f2", "hand-d1"));
  EXPECT_THAT(moves(back, "d2=w c2=b"), ElementsAre("d2-e2", "hand-d1"));
  EXPECT_THAT(moves(back, "c1=w"), ElementsAre("c1-b1", "hand-d1"));
  EXPECT_THAT(moves(back, "d1=w"), ElementsAre("d1-c1", "hand-d1"));
  // Back over the square where it turned, it shows its first face again.
  const Texts all = {"capture.backward=true", "cross_kind=capture"};
  EXPECT_THAT(moves(back, "h2=W h1=B"), ElementsAre("h2-h3", "hand-d1"));
  EXPECT_TRUE(Table(kSkiryuk, all, "h2=W h1=B", "w throw=1").play("h2-h1").shows("h1=w", "b"));
}

/// The squares where something is captured in random games.
std::set<std::string> capture_squares(const Texts& overrides) {
  std::set<std::string> squares;
  random_games(overrides, 2000, [&](const GameState<Ur>& state, Ur::Move move) {
    for (const std::string& square : Ur::captured_squares(state.rules(), state.position(), move)) {
      squares.insert(square);
      // On the finish only blank pieces meet, and the capturing one is on its way out.
      if (square == "a2" && overrides.empty()) {
        EXPECT_EQ(move.to(), 5);
      }
    }
  });
  return squares;
}

TEST(Captures, HappenOnFiveSquares) {
  EXPECT_THAT(capture_squares({}), ElementsAre("a2", "b2", "d2", "e2", "h2"));
  EXPECT_THAT(capture_squares({"turn.moment=arrival"}),
              ElementsAre("a2", "b2", "d2", "e2", "h1", "h2", "h3"));
  // With every face capturing every other, wherever both players come and no stacks are.
  EXPECT_THAT(capture_squares({"cross_kind=capture"}),
              ElementsAre("a2", "b2", "d2", "e2", "g1", "g3", "h1", "h2", "h3"));
  EXPECT_THAT(capture_squares({"rosette.safe=true"}), ElementsAre("a2", "b2", "e2", "h2"));
}

}  // namespace
}  // namespace tavlab::ur
