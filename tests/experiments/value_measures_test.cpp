// The course of made-up games, measured by hand.
#include "experiments/measure/value_measures.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tavlab {
namespace {

GameRecord game(Result result, int plies, std::string values) {
  GameRecord record;
  record.result = result;
  record.plies = plies;
  record.values = std::move(values);
  return record;
}

TEST(ValueMeasures, OfAComebackOfTheSecondPlayer) {
  // The second player's values: .4 .2 .6 .95 .85 .92, then the win.
  const auto found = measure_values(game(Result::second_wins, 8, "- - 600 800 400 50 150 80"));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->drama.value(), (std::sqrt(0.2) + std::sqrt(0.6)) / 2, 1e-12);
  EXPECT_EQ(found->lead_changes, 1);
  EXPECT_NEAR(found->killer_move, 0.4, 1e-12);
  // Large changes followed by a move: +.2 (lost), -.4 (kept), -.35 (kept), +.1 (lost), -.07 (kept).
  EXPECT_NEAR(found->permanence.value(), 3.0 / 5.0, 1e-12);
  EXPECT_NEAR(found->decisiveness.value(), 1.0 / 8.0, 1e-12);
}

TEST(ValueMeasures, OfAGameThatTheFirstPlayerAlwaysLed) {
  const auto found = measure_values(game(Result::first_wins, 5, "- 910 - 960 -"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->drama, 0.0);
  EXPECT_EQ(found->lead_changes, 0);
  EXPECT_NEAR(found->killer_move, 0.05, 1e-12);
  EXPECT_NEAR(found->decisiveness.value(), 4.0 / 5.0, 1e-12);
}

TEST(ValueMeasures, OfADraw) {
  const auto found = measure_values(game(Result::draw, 4, "600 400 500 600"));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->drama);
  EXPECT_FALSE(found->decisiveness);
  EXPECT_EQ(found->lead_changes, 2);  // an even position leaves the lead where it was
  EXPECT_NEAR(found->killer_move, 0.2, 1e-12);
}

TEST(ValueMeasures, NeedASearchedGameThatEnded) {
  EXPECT_FALSE(measure_values(game(Result::first_wins, 4, "")));
  EXPECT_FALSE(measure_values(game(Result::first_wins, 4, "- 500 - -")));
  EXPECT_FALSE(measure_values(game(Result::unfinished, 4, "500 500 500 500")));
  EXPECT_FALSE(measure_values(game(Result::draw, 3, "500 500 500"))->permanence);
}

TEST(ValueMeasures, ALateWinIsDecidedByItsLastMove) {
  EXPECT_EQ(measure_values(game(Result::first_wins, 2, "400 500"))->decisiveness, 0.0);
}

}  // namespace
}  // namespace tavlab
