#pragma once

#include <cstdint>
#include <ctime>

namespace tavlab::cli {

/// Seconds of this thread's CPU time, unaffected by other programs.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Calls `work`, which returns the amount done, until the time is up; returns the amount per
/// second.
template <typename Work>
double rate(double seconds, Work&& work) {
  work();  // warm-up
  std::uint64_t done = 0;
  const double begin = cpu_seconds();
  double spent = 0.0;
  do {
    done += static_cast<std::uint64_t>(work());
    spent = cpu_seconds() - begin;
  } while (spent < seconds);
  return static_cast<double>(done) / spent;
}

}  // namespace tavlab::cli
