#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

namespace tavlab {
namespace {

TEST(RunJobs, RunsEachJobOnce) {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> runs(100);
    run_jobs(runs.size(), threads,
             [&](std::size_t job, std::size_t worker, const std::stop_token&) {
               EXPECT_LT(worker, static_cast<std::size_t>(threads));
               ++runs[job];
             });
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST(RunJobs, OfNoJobsReturns) {
  run_jobs(0, 3, [](std::size_t, std::size_t, const std::stop_token&) { FAIL(); });
}

TEST(RunJobs, CarriesAnExceptionToTheCallerAndStopsTheRest) {
  for (const int threads : {1, 3}) {
    std::atomic<int> runs = 0;
    const auto job = [&](std::size_t number, std::size_t, const std::stop_token&) {
      ++runs;
      if (number == 4) throw std::runtime_error("four");
    };
    EXPECT_THROW(run_jobs(1'000'000, threads, job), std::runtime_error);
    EXPECT_LT(runs, 1'000'000);
  }
}

TEST(RunJobs, StopsWhenAsked) {
  std::stop_source source;
  std::atomic<int> runs = 0;
  run_jobs(
      1'000'000, 2,
      [&](std::size_t, std::size_t, const std::stop_token&) {
        if (++runs == 10) source.request_stop();
      },
      source.get_token());
  EXPECT_LT(runs, 1000);
}

TEST(Workers, WorkUntilNothingIsLeftWhileTheirOwnerDoesOtherThings) {
  std::atomic<int> left = 100, ended = 0;
  Workers workers(
      3, [&](std::size_t, const std::stop_token&) { return left.fetch_sub(1) > 0; }, {},
      [&] { ++ended; });
  while (workers.working()) std::this_thread::yield();
  workers.wait();
  EXPECT_LE(left, 0);
  EXPECT_EQ(ended, static_cast<int>(workers.threads()));
}

TEST(Workers, StopAndRethrow) {
  std::atomic<bool> thrown = false;
  Workers workers(2, [&](std::size_t, const std::stop_token& stop) {
    if (!thrown.exchange(true)) throw std::runtime_error("first");
    while (!stop.stop_requested()) std::this_thread::yield();
    return true;
  });
  EXPECT_THROW(workers.wait(), std::runtime_error);
  EXPECT_FALSE(workers.working());
  EXPECT_TRUE(workers.stop_token().stop_requested());
}

TEST(Workers, EndWithTheirOwner) {
  std::atomic<int> steps = 0;
  {
    Workers workers(2, [&](std::size_t, const std::stop_token&) {
      ++steps;
      return true;
    });
    while (steps < 10) std::this_thread::yield();
  }
  const int after = steps;
  EXPECT_EQ(steps, after);
}

}  // namespace
}  // namespace tavlab
