// Measures of races and of towers, on games made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/race_of_families.h"
#include "experiments/claim/measure.h"
#include "experiments/measure/race_measures.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

using Overrides = std::vector<std::string>;

GameRecord record_of(std::string moves) {
  GameRecord record;
  record.moves = std::move(moves);
  record.result = Result::first_wins;
  return record;
}

double measured(const char* name, const RuleSet& rules, const GameRecord& game) {
  return make_measure(name, rules, 1000, {}).of(game).value();
}

std::string error_of(const char* name, const RuleSet& rules) {
  try {
    make_measure(name, rules, 1000, {});
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(RaceMeasures, ZonesFollowThePath) {
  const auto zones = [](const char* id) {
    const auto rules = Ur::compile(load_rule_set(id));
    std::string text;
    for (int index = 0; index <= rules->length; ++index) {
      text += kRaceZones[static_cast<std::size_t>(Race<Ur>::zone(*rules, index))][0];
    }
    return text;
  };
  // hand, start, block, bridge and turn; bridge and block share a letter: b.
  EXPECT_EQ(zones("ur-finkel"), "hssssbbbbbbttee");
  EXPECT_EQ(zones("ur-aseb"), "hssssbbbbbbbbbbbb");
  EXPECT_EQ(zones("ur-masters"), "hssssbbbbbbtttttt");
  // Back over the bridge, and the end on the last square that both visit.
  EXPECT_EQ(zones("ur-skiryuk"), "hssssbbbbbbtttttttbbbbbb");
  EXPECT_EQ(zones("ur-murray-own-lane"), "hssssbbbbbbtttttttbbbbbbeeee");
  // The opponent's lane is one that both visit.
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  EXPECT_EQ(Race<Ur>::zone(*rules, 8), RaceZone::block);
  EXPECT_EQ(Race<Ur>::zone(*rules, 9), RaceZone::bridge);
  EXPECT_EQ(Race<Ur>::zone(*rules, 10), RaceZone::bridge);
}

TEST(RaceMeasures, BlockedRollsAndMenInHand) {
  const RuleSet rules = load_rule_set("ur-finkel", Overrides{"pieces=1"});
  const GameRecord game = record_of(
      "[4] hand-a1 [4] a1-d2 [4] d2-h2 [1] hand-d3 [4] [4] d3-a2 [1] h2-h1 [3] a2-d2 [4] d2-h2 [3] "
      "[0] [2] h1-home");
  const RaceCounts counts = race_counts(rules)(game);
  EXPECT_EQ(counts.rolls, 12);
  EXPECT_EQ(counts.rolls_not_blank, 11);
  EXPECT_EQ(counts.blocked, 2);  // White on h2 cannot use a four, on h1 not a three
  EXPECT_EQ(counts.duels, 0);
  EXPECT_DOUBLE_EQ(measured("blocked_share", rules, game), 2.0 / 11);
  EXPECT_DOUBLE_EQ(measured("blocked_in:turn", rules, game), 1.0 / 11);
  EXPECT_DOUBLE_EQ(measured("blocked_in:end", rules, game), 1.0 / 11);
  EXPECT_DOUBLE_EQ(measured("blocked_in:hand", rules, game), 0.0);
  // Each player has the man in hand before the first roll only.
  EXPECT_DOUBLE_EQ(measured("waiting_share", rules, game), 2.0 / 12);
}

TEST(RaceMeasures, CapturesByZone) {
  const RuleSet rules = load_rule_set("ur-finkel");
  const GameRecord game = record_of(
      "[4] hand-a1 [1] a1-a2 [4] hand-a3 [1] a3-a2 [3] hand-b1 [0] [3] b1-b2 [4] a2-e2 [0] [1] "
      "e2-f2 [4] b2-f2");
  const RaceCounts counts = race_counts(rules)(game);
  EXPECT_EQ(counts.moves, 9);
  EXPECT_EQ(counts.rolls, 11);
  EXPECT_EQ(counts.rolls_not_blank, 9);
  EXPECT_EQ(counts.blocked, 0);
  EXPECT_DOUBLE_EQ(measured("captures_in:block", rules, game), 1.0 / 9);
  EXPECT_DOUBLE_EQ(measured("captures_in:bridge", rules, game), 1.0 / 9);
  EXPECT_DOUBLE_EQ(measured("captures_in:turn", rules, game), 0.0);
  EXPECT_DOUBLE_EQ(measured("moves:capture", rules, game), 2.0 / 9);
  EXPECT_DOUBLE_EQ(measured("blocked_share", rules, game), 0.0);
}

TEST(RaceMeasures, Duels) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  const auto duel = [&](const char* position) {
    return Race<Ur>::is_duel(*rules, Ur::parse_position(*rules, position));
  };
  EXPECT_TRUE(duel("b3__2/8/w3__2 w"));    // a3 against a1, over a2 to c2
  EXPECT_TRUE(duel("b3__2/8/3w__2 w"));    // a3 against d1, which a four takes to a2
  EXPECT_FALSE(duel("b3__2/8/4__2 w"));    // White has nobody on the board
  EXPECT_FALSE(duel("4__2/b7/w3__2 w"));   // Black does not wait: he can be captured on a2
  EXPECT_FALSE(duel("4__2/3b4/w3__2 w"));  // a1 reaches d2 at most, where Black stands safe
  EXPECT_FALSE(duel("b3__2/8/4__w1 w"));   // White is past all that both visit
  EXPECT_TRUE(duel("b3__2/8/w3__2 b"));    // whoever is to move
}

/// Men of different faces pass the same squares, but cannot capture each other there.
TEST(RaceMeasures, DuelsNeedMenWhoCanCapture) {
  const auto duel = [&](const Overrides& overrides, const char* position) {
    const auto rules = Ur::compile(load_rule_set("ur-skiryuk", overrides));
    return Race<Ur>::is_duel(*rules, Ur::parse_position(*rules, position));
  };
  EXPECT_TRUE(duel({}, "1b2__2/8/1w2__2 w"));   // from the depots to a2
  EXPECT_FALSE(duel({}, "4__2/2b2W2/4__2 w"));  // from the islands, in opposite directions
  EXPECT_TRUE(duel({"cross_kind=capture"}, "4__2/2b2W2/4__2 w"));
}

TEST(RaceMeasures, AreRefusedWhereThereIsNoRace) {
  const RuleSet finkel = load_rule_set("ur-finkel"), tafl = load_rule_set("brandubh-7");
  EXPECT_THAT(error_of("blocked_share", tafl), HasSubstr("'brandubh-7' are not those of a race"));
  EXPECT_THAT(error_of("captures_in:corner", finkel),
              HasSubstr("there is no zone 'corner'; zones: hand, start, block"));
  EXPECT_THAT(error_of("captures_in", finkel), HasSubstr("there is no measure 'captures_in'"));
  EXPECT_THAT(error_of("pieces_down_to:few", tafl), HasSubstr("needs a number of pieces"));
  EXPECT_THAT(error_of("longest_run_from:3", tafl), HasSubstr("needs dice"));
  EXPECT_EQ(error_of("blocked_in:hand", finkel), "");
}

TEST(GameMeasures, TheFewestTowers) {
  const RuleSet tavreli = load_rule_set("tavreli");
  // Two of 32 towers are gone: one is covered by its own side, one by the enemy.
  const GameRecord game = record_of("g1-e2 d7-d5 e2-f4 e7-e6 f4-d5");
  EXPECT_EQ(measured("pieces_down_to:31", tavreli, game), 1.0);
  EXPECT_EQ(measured("pieces_down_to:30", tavreli, game), 0.0);
  const RuleSet chess = load_rule_set("chess");
  const GameRecord exchange = record_of("e2-e4 d7-d5 e4-d5 d8-d5");
  EXPECT_EQ(measured("pieces_down_to:30", chess, exchange), 1.0);
  EXPECT_EQ(measured("pieces_down_to:29", chess, exchange), 0.0);
}

TEST(GameMeasures, KindsOfMovesInTavreli) {
  const RuleSet rules = load_rule_set("tavreli");
  // Two pieces and then three on e2, of which two leave together.
  const GameRecord game = record_of("g1-e2 d7-d5 f1-e2 d5-d4 e2(2)-d3");
  EXPECT_DOUBLE_EQ(measured("moves:own_stacking", rules, game), 2.0 / 5);
  EXPECT_DOUBLE_EQ(measured("moves:own_stacking_3", rules, game), 1.0 / 5);
  EXPECT_DOUBLE_EQ(measured("moves:carrying", rules, game), 1.0 / 5);
}

TEST(GameMeasures, TheLongestRun) {
  const RuleSet rules = load_rule_set("ur-finkel");
  GameRecord game = record_of("");
  game.chance.rolls = 20;
  game.chance.longest_run = 5;
  game.chance.longest_turn = 3;
  EXPECT_EQ(make_measure("longest_run", rules, 100, Interval{0, 30}).of(game), 5.0);
  EXPECT_EQ(measured("longest_run_from:5", rules, game), 1.0);
  EXPECT_EQ(measured("longest_run_from:6", rules, game), 0.0);
  EXPECT_EQ(measured("longest_turn_from:5", rules, game), 0.0);
}

}  // namespace
}  // namespace tavlab
