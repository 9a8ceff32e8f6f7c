#include "serve/search/turns.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace tavlab::serve {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kNow{0}, kLong{60'000};

TEST(Turns, ComeInTheOrderOfArrival) {
  Turns turns(1, 10);
  Turns::Turn first(turns);
  auto second = std::make_unique<Turns::Turn>(turns);
  Turns::Turn third(turns);
  EXPECT_FALSE(second->wait(kNow)) << "the first has not taken its turn yet";
  EXPECT_TRUE(first.wait(kNow));
  EXPECT_FALSE(second->wait(kNow));
  EXPECT_EQ(second->ahead(), 0U);
  EXPECT_EQ(third.ahead(), 1U);
  EXPECT_TRUE(first.others_wait());
  second.reset();  // leaves without having had its turn
  EXPECT_EQ(third.ahead(), 0U);
  EXPECT_FALSE(third.wait(kNow));
}

TEST(Turns, EndWithTheirHolder) {
  Turns turns(2, 10);
  auto first = std::make_unique<Turns::Turn>(turns);
  Turns::Turn second(turns), third(turns);
  EXPECT_TRUE(first->wait(kNow));
  EXPECT_TRUE(second.wait(kNow));
  EXPECT_FALSE(third.wait(kNow));
  first.reset();
  EXPECT_TRUE(third.wait(kNow));
  EXPECT_FALSE(third.others_wait());
}

TEST(Turns, AreRefusedWhenTheQueueIsFull) {
  Turns turns(1, 2);
  Turns::Turn first(turns), second(turns);
  EXPECT_THROW(Turns::Turn third(turns), Turns::Busy);
}

/// A waiting thread is woken by each end, whoever was woken first.
TEST(Turns, ReachEveryThread) {
  Turns turns(2, 64);
  std::atomic<int> served{0}, at_once{0}, most{0};
  std::vector<std::jthread> threads;
  threads.reserve(40);
  for (int i = 0; i < 40; ++i) {
    threads.emplace_back([&] {
      Turns::Turn turn(turns);
      ASSERT_TRUE(turn.wait(kLong));
      const int now = ++at_once;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --at_once;
      ++served;
    });
  }
  threads.clear();
  EXPECT_EQ(served, 40);
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace tavlab::serve
