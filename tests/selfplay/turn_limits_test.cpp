#include "selfplay/turn_limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

namespace tavlab {
namespace {

TurnLimits with_clock(double remaining, double increment = 0.0, int moves_to_go = 0) {
  TurnLimits limits;
  limits.clock = PlayerClock{remaining, increment};
  limits.moves_to_go = moves_to_go;
  return limits;
}

TEST(TimeBudget, IsTheWholeOfAFixedTime) {
  TurnLimits limits;
  limits.seconds = 0.5;
  EXPECT_EQ(time_budget(limits), (TimeBudget{0.0, 0.5, 0.5}));
}

TEST(TimeBudget, IsNoneWithoutATime) {
  TurnLimits limits;
  EXPECT_FALSE(limits.any());
  limits.nodes = 100;
  EXPECT_TRUE(limits.any());
  EXPECT_EQ(time_budget(limits), TimeBudget{});
  limits.seconds = 1.0;
  limits.infinite = true;
  EXPECT_EQ(time_budget(limits), TimeBudget{});
}

/// A game of any length can be finished: the most that a move may take leaves time for others.
TEST(TimeBudget, NeverUsesUpAClock) {
  for (const double start : {0.05, 1.0, 60.0, 3600.0}) {
    double left = start;
    for (int move = 0; move < 500; ++move) {
      const TimeBudget budget = time_budget(with_clock(left));
      EXPECT_GT(budget.end, 0.0);
      EXPECT_GT(budget.begin, 0.0);
      EXPECT_LT(budget.begin, budget.aim);
      EXPECT_LE(budget.aim, budget.end);
      EXPECT_LT(budget.end, std::max(0.002, 0.5 * left));
      left -= budget.aim;
    }
  }
}

/// With an increment the clock settles where each move may take most of it.
TEST(TimeBudget, UsesTheIncrement) {
  double left = 10.0;
  for (int move = 0; move < 1000; ++move) {
    const TimeBudget budget = time_budget(with_clock(left, 1.0));
    left += 1.0 - budget.aim;
    ASSERT_GT(left, 0.5);
  }
  EXPECT_LT(left, 20.0);
}

TEST(TimeBudget, ExpectsFewerMovesBeforeATimeControl) {
  EXPECT_GT(time_budget(with_clock(10.0, 0.0, 2)).begin, 5 * time_budget(with_clock(10.0)).begin);
  EXPECT_LT(time_budget(with_clock(10.0, 0.0, 1)).end, 10.0);
}

TEST(TimeBudget, OfBothIsTheSmaller) {
  TurnLimits limits = with_clock(60.0);
  limits.seconds = 0.1;
  EXPECT_EQ(time_budget(limits).end, 0.1);
  EXPECT_LE(time_budget(limits).begin, 0.1);
  limits.seconds = 1000.0;
  EXPECT_EQ(time_budget(limits), time_budget(with_clock(60.0)));
}

}  // namespace
}  // namespace tavlab
