#include "nn/joined_backend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace tavlab {
namespace {

constexpr float kFault = -1;  ///< a global that makes the device fail

/// What a test sees of a device.
struct Seen {
  std::atomic<int> running{0};
  std::atomic<bool> at_once{false};  ///< two batches were run at the same time
  std::atomic<std::size_t> positions{0};
  std::atomic<std::size_t> largest{0};  ///< most positions of a batch
};

/// A net with one plane, one global and one policy plane: the policy of a cell is its plane plus
/// the global, the values are the global times 1, 2, 3, the moves left the number of cells.
class SumBackend final : public NetBackend {
 public:
  explicit SumBackend(Seen& seen) : seen_(seen) {}

  [[nodiscard]] std::string_view name() const override { return "sum"; }
  [[nodiscard]] std::unique_ptr<NetBackend> share() const override { return nullptr; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    if (seen_.running.fetch_add(1) != 0) seen_.at_once = true;
    seen_.positions += inputs.count;
    seen_.largest = std::max(seen_.largest.load(), inputs.count);
    const std::size_t cells = inputs.cells();
    EXPECT_EQ(inputs.planes.size(), inputs.count * cells);
    EXPECT_EQ(inputs.globals.size(), inputs.count);
    outputs = {};
    bool fault = false;
    for (std::size_t i = 0; i < inputs.count; ++i) {
      const float global = inputs.globals[i];
      fault = fault || global == kFault;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        outputs.policy.push_back(inputs.planes[i * cells + cell] + global);
      }
      for (const float times : {1.0F, 2.0F, 3.0F}) outputs.value.push_back(global * times);
      if (everything) outputs.moves_left.push_back(static_cast<float>(cells));
    }
    --seen_.running;
    if (fault) throw std::runtime_error("fault");
  }

 private:
  Seen& seen_;
};

/// A batch of `count` positions on `rows` rows of 3 cells, distinguished by `number`.
struct Batch {
  Batch(std::size_t count, int rows, float number)
      : planes(count * 3 * static_cast<std::size_t>(rows)), globals(count) {
    std::iota(planes.begin(), planes.end(), 10 * number);
    std::iota(globals.begin(), globals.end(), number);
    inputs = {count, rows, 3, planes, globals};
  }
  std::vector<float> planes, globals;
  NetInputs inputs;
};

TEST(JoinedBackend, AnswersEachThreadAsIfItWereAlone) {
  Seen seen, alone;
  const auto joined = make_joined_backend(std::make_unique<SumBackend>(seen));
  EXPECT_EQ(joined->name(), "sum");
  constexpr int kThreads = 6, kRuns = 300;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread, mine = joined->share()] {
        SumBackend check(alone);
        for (int run = 0; run < kRuns; ++run) {
          const auto count = static_cast<std::size_t>(1 + (run + thread) % 5);
          // Two sizes of boards, and with or without all outputs.
          const Batch batch(count, 1 + run % 2, static_cast<float>(100 * thread + run));
          const bool everything = (run + thread) % 3 == 0;
          NetOutputs found, expected;
          mine->run(batch.inputs, found, everything);
          static std::mutex one_at_a_time;
          const std::lock_guard lock(one_at_a_time);
          check.run(batch.inputs, expected, everything);
          EXPECT_EQ(found.policy, expected.policy);
          EXPECT_EQ(found.value, expected.value);
          EXPECT_EQ(found.moves_left, expected.moves_left);
        }
      });
    }
  }
  EXPECT_FALSE(seen.at_once);
  EXPECT_EQ(seen.positions, alone.positions);
}

TEST(JoinedBackend, RunsWhatWaitsInOneBatch) {
  Seen seen;
  const auto joined = make_joined_backend(std::make_unique<SumBackend>(seen));
  // Whether two threads meet depends on the machine; sooner or later they do.
  std::atomic<bool> met = false;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, mine = joined->share()](const std::stop_token& stop) {
      const Batch batch(1, 20, 1);
      NetOutputs outputs;
      while (!met && !stop.stop_requested()) {
        mine->run(batch.inputs, outputs, false);
        if (seen.largest > 1) met = true;
      }
    });
  }
  for (std::jthread& thread : threads) thread.join();
  EXPECT_GT(seen.largest, 1U);
  EXPECT_LE(seen.largest, 4U);
}

TEST(JoinedBackend, AFaultReachesWhoWaitedForTheBatchAndNobodyElse) {
  Seen seen;
  const auto joined = make_joined_backend(std::make_unique<SumBackend>(seen));
  const Batch good(2, 1, 5), bad(1, 2, kFault);  // of other sizes, so never in one batch
  std::atomic<int> faults = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, wrong = thread == 0, mine = joined->share()] {
        for (int run = 0; run < 100; ++run) {
          NetOutputs outputs;
          try {
            mine->run(wrong ? bad.inputs : good.inputs, outputs, true);
            EXPECT_FALSE(wrong);
          } catch (const std::runtime_error&) {
            EXPECT_TRUE(wrong);
            ++faults;
          }
        }
      });
    }
  }
  EXPECT_EQ(faults, 100);
}

}  // namespace
}  // namespace tavlab
