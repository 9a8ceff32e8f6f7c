#include "selfplay/alphabeta/time_control.h"

#include <gtest/gtest.h>

namespace tavlab {
namespace {

constexpr TimeBudget kBudget{1.0, 2.0, 5.0};

double after(std::initializer_list<bool> same_moves, std::initializer_list<double> scores) {
  TimeControl time(kBudget);
  const auto* score = scores.begin();
  for (const bool same : same_moves) time.finish_iteration(same, *score++);
  return time.seconds_to_begin();
}

TEST(TimeControl, TakesLessWhileTheMoveStays) {
  EXPECT_LT(after({false, true, true, true, true}, {0, 0, 0, 0, 0}), kBudget.begin);
  EXPECT_GT(after({true, true, true, true, false}, {0, 0, 0, 0, 0}), kBudget.begin);
  EXPECT_GT(after({false, true, true, true, true, true, true, true, true, true},
                  {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
            0.5 * kBudget.begin);
}

TEST(TimeControl, TakesMoreWhenTheScoreFalls) {
  const double steady = after({true, true, true}, {0, 0, 0});
  EXPECT_GT(after({true, true, true}, {0, 0, -0.05}), 1.4 * steady);
  EXPECT_EQ(after({true, true, true}, {0, 0, 0.05}), steady);
  // An earlier fall no longer counts.
  EXPECT_EQ(after({true, true, true}, {0, -0.05, -0.05}), steady);
}

TEST(TimeControl, NeverTakesMoreThanASearchMay) {
  TimeControl time(TimeBudget{1.0, 1.2, 1.3});
  time.finish_iteration(false, 0.95);
  time.finish_iteration(false, 0.05);
  EXPECT_EQ(time.seconds_to_begin(), 1.3);
}

TEST(TimeControl, LeavesAFixedTimeAlone) {
  TimeControl time(TimeBudget{0.0, 1.0, 1.0});
  time.finish_iteration(true, 0);
  time.finish_iteration(false, -0.25);
  EXPECT_EQ(time.seconds_to_begin(), 0.0);
}

}  // namespace
}  // namespace tavlab
