#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace tavlab {

/// Runs the jobs 0 to count-1 on `threads` threads, each taking the next one as it gets free, and
/// returns when all are done. A job is told which worker runs it, from 0, so that it can use what
/// belongs to that worker; and is given a stop token: requested when `stop` is, or when another job
/// has thrown. No job starts after that. The first exception is thrown to the caller once all
/// threads have ended.
void run_jobs(std::size_t count, int threads,
              const std::function<void(std::size_t job, std::size_t worker,
                                       const std::stop_token& stop)>& job,
              const std::stop_token& stop = {});

}  // namespace tavlab
