// Points on which the sources are silent or ambiguous, or on which programs disagree: who passes
// the throne, and what dice allow. What the presets do, and that the parameters give the other
// answers too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

using testing::UnorderedElementsAre;

// May pieces other than the king pass the empty throne?
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

// Dice. By default at most the roll, and even rolls; both are parameters.
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
  EXPECT_FALSE(Drawn("helmfrid-9", at_most, board).can("a1-a2"));  // a roll is due first

  // A roll that allows no move: the turn passes, or there is no such roll.
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

}  // namespace
}  // namespace tavlab::tafl
