#include "experiments/run/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

namespace tavlab {
namespace {

std::vector<std::uint64_t> numbers(std::uint64_t count) {
  std::vector<std::uint64_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(Schedule, LetsLaterTurnsWait) {
  Schedule schedule({numbers(20), numbers(20), numbers(20)}, {20, 20, 20}, 1);
  schedule.set_turn(0, 1);
  std::vector<std::size_t> cells;
  for (Schedule::Batch batch = schedule.next(); !batch.numbers.empty(); batch = schedule.next()) {
    cells.insert(cells.end(), batch.numbers.size(), batch.cell);
  }
  ASSERT_EQ(cells.size(), 60U);
  EXPECT_EQ(std::ranges::count(std::span(cells).first(40), 0U), 0);
  EXPECT_EQ(std::ranges::count(std::span(cells).last(20), 0U), 20);
  // A dropped cell holds nobody up.
  Schedule dropped({numbers(20), numbers(20)}, {20, 20}, 1);
  dropped.set_turn(1, 2);
  dropped.drop(0);
  EXPECT_EQ(dropped.next().cell, 1U);
}

TEST(Schedule, HandsOutEveryGameOnceAndKeepsCellsTogether) {
  Schedule schedule({numbers(100), numbers(100), numbers(50)}, {100, 100, 50}, 2);
  std::map<std::size_t, std::set<std::uint64_t>> played;
  while (true) {
    const Schedule::Batch batch = schedule.next();
    if (batch.numbers.empty()) break;
    for (const std::uint64_t number : batch.numbers) {
      EXPECT_TRUE(played[batch.cell].insert(number).second);
      schedule.note(batch.cell, 0.1);  // so a batch holds at most five
    }
    const double share0 = static_cast<double>(played[0].size()) / 100.0;
    const double share2 = static_cast<double>(played[2].size()) / 50.0;
    EXPECT_LT(std::abs(share0 - share2), 0.13);
  }
  EXPECT_EQ(played[0].size(), 100U);
  EXPECT_EQ(played[1].size(), 100U);
  EXPECT_EQ(played[2].size(), 50U);
  EXPECT_EQ(schedule.left(), 0U);
  EXPECT_DOUBLE_EQ(schedule.work_left(), 0.0);
}

TEST(Schedule, CellsThatAreBehindComeFirst) {
  // Cell 0 has 90 of 100 games from an earlier run, cell 1 none.
  Schedule schedule({{90, 91, 92, 93, 94, 95, 96, 97, 98, 99}, numbers(100)}, {100, 100}, 1);
  schedule.expect(0, 1.0);
  schedule.expect(1, 1.0);
  for (int i = 0; i < 90; ++i) EXPECT_EQ(schedule.next().cell, 1U);
}

TEST(Schedule, MakesBatchesByTime) {
  Schedule fast({numbers(1'000'000)}, {1'000'000}, 2);
  fast.expect(0, 1e-5);
  EXPECT_EQ(fast.next().numbers.size(), 4096U);
  Schedule small({numbers(640)}, {640}, 2);
  small.expect(0, 1e-5);
  EXPECT_EQ(small.next().numbers.size(), 20U);
  Schedule slow({numbers(100)}, {100}, 2);
  slow.expect(0, 3.0);
  EXPECT_EQ(slow.next().numbers.size(), 1U);
  EXPECT_NEAR(slow.work_left(), 300.0, 1e-9);
  Schedule shared({numbers(10)}, {10}, 4);  // not all to one lane, however fast
  shared.expect(0, 1e-6);
  EXPECT_EQ(shared.next().numbers.size(), 3U);
}

}  // namespace
}  // namespace tavlab
