#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <stop_token>
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

}  // namespace
}  // namespace tavlab
