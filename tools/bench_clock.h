#pragma once

#include <cstdint>
#include <ctime>

#include "experiments/run/interrupt.h"

namespace tavlab::cli {

/// Seconds of this thread's CPU time, unaffected by other programs.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Thrown by a measurement that Ctrl-C ended.
struct BenchStopped {};

/// Calls `work`, which returns the amount done, until the time is up; returns the amount per
/// second. Throws BenchStopped if a stop was requested; an InterruptGuard must be alive.
template <typename Work>
double rate(double seconds, Work&& work) {
  work();  // warm-up
  std::uint64_t done = 0;
  const double begin = cpu_seconds();
  double spent = 0.0;
  do {
    done += static_cast<std::uint64_t>(work());
    spent = cpu_seconds() - begin;
    if (InterruptGuard::asked_to_stop()) throw BenchStopped{};
  } while (spent < seconds);
  return static_cast<double>(done) / spent;
}

}  // namespace tavlab::cli
