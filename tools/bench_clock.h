#pragma once

#include <cstdint>
#include <ctime>

namespace tavlab::cli {

/// Seconds of this thread's processor time: what other programs do at the same time is left out.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Calls `work`, which returns how much it did, until the time is up; returns amount per second.
template <typename Work>
double rate(double seconds, Work&& work) {
  work();  // caches warm, tables built
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
