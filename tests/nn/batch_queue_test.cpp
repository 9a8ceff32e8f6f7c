// Requests of many threads in one batch: each gets its own answer.
#include "nn/batch_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tavlab {
namespace {

struct Question {
  int number = 0;
  std::size_t size = 1;
  int kind = 0;
  int answer = -1;

  [[nodiscard]] std::size_t count() const { return size; }
  [[nodiscard]] bool fits(const Question& that) const { return kind == that.kind; }
};

/// A few threads that serve when they are called.
class Device {
 public:
  Device(int threads, std::function<void()> serve) : serve_(std::move(serve)) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this](const std::stop_token& stop) {
        while (true) {
          std::unique_lock lock(mutex_);
          if (!called_.wait(lock, stop, [&] { return calls_ > 0; })) return;
          --calls_;
          lock.unlock();
          serve_();
        }
      });
    }
  }

  void call() {
    const std::lock_guard lock(mutex_);
    ++calls_;
    called_.notify_one();
  }

 private:
  std::function<void()> serve_;
  std::mutex mutex_;
  std::condition_variable_any called_;
  int calls_ = 0;
  std::vector<std::jthread> threads_;
};

TEST(BatchQueue, AnswersEachThreadAsIfItWereAlone) {
  constexpr std::size_t kMost = 10;
  BatchQueue<Question> queue(kMost);
  std::atomic<int> wrong = 0;
  Device device(3, [&] {
    queue.serve([&](std::span<Question* const> batch) {
      std::size_t positions = 0;
      for (Question* const each : batch) {
        positions += each->size;
        if (each->kind != batch.front()->kind) ++wrong;
        each->answer = 3 * each->number + each->kind;
      }
      if (batch.size() > 1 && positions > kMost) ++wrong;
      std::this_thread::yield();
    });
  });
  std::vector<std::jthread> askers;
  for (int t = 0; t < 16; ++t) {
    askers.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        // Some larger than a batch of several may be, and some of another kind.
        Question mine{100 * t + i, i % 50 == 0 ? 2 * kMost : 1 + static_cast<std::size_t>(i % 4),
                      t % 2};
        queue.wait_for(mine, [&] { device.call(); });
        if (mine.answer != 3 * mine.number + mine.kind) ++wrong;
      }
    });
  }
  askers.clear();
  EXPECT_EQ(wrong, 0);
}

/// Two that wait while the device is busy are one batch, up to its size.
TEST(BatchQueue, TakesAllThatWaitAndFit) {
  BatchQueue<Question> queue(5);
  std::vector<Question> questions = {{0, 2, 0}, {1, 2, 1}, {2, 2, 0}, {3, 2, 0}, {4, 1, 0}};
  std::atomic<int> waiting = 0;
  std::vector<std::jthread> askers;
  for (Question& each : questions) {
    askers.emplace_back([&] { queue.wait_for(each, [&] { ++waiting; }); });
    while (waiting <= each.number) std::this_thread::yield();  // in this order
  }
  std::vector<std::vector<int>> batches;
  for (int i = 0; i < 4; ++i) {
    queue.serve([&](std::span<Question* const> batch) {
      std::vector<int>& numbers = batches.emplace_back();
      for (const Question* const each : batch) numbers.push_back(each->number);
    });
  }
  askers.clear();
  EXPECT_EQ(batches, (std::vector<std::vector<int>>{{0, 2, 4}, {1}, {3}}));
}

TEST(BatchQueue, TellsAllOfABatchThatItFailed) {
  BatchQueue<Question> queue(8);
  std::atomic<int> waiting = 0, failed = 0;
  std::vector<std::jthread> askers;
  for (int i = 0; i < 3; ++i) {
    askers.emplace_back([&, i] {
      Question mine{i};
      try {
        queue.wait_for(mine, [&] { ++waiting; });
      } catch (const std::runtime_error& error) {
        if (std::string(error.what()) == "no device") ++failed;
      }
    });
  }
  while (waiting < 3) std::this_thread::yield();
  queue.serve([](std::span<Question* const>) { throw std::runtime_error("no device"); });
  askers.clear();
  EXPECT_EQ(failed, 3);
}

TEST(PaddedBatch, AddsLessThanAFourthAndKnowsFewSizes) {
  std::vector<std::size_t> sizes;
  for (std::size_t count = 1; count <= 4096; ++count) {
    const std::size_t padded = padded_batch(count);
    ASSERT_GE(padded, count);
    ASSERT_TRUE(padded == 16 || 4 * (padded - count) < count) << count;
    ASSERT_EQ(padded_batch(padded), padded);
    if (sizes.empty() || sizes.back() != padded) sizes.push_back(padded);
  }
  EXPECT_TRUE(std::ranges::is_sorted(sizes));
  EXPECT_EQ(sizes.size(), 1U + 4 * 8);
}

}  // namespace
}  // namespace tavlab
