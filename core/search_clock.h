#pragma once

#include <ctime>

namespace tavlab {

/// The time since a search began: wall-clock time, or the thread's processor time. For the thread
/// that made it.
class SearchClock {
 public:
  explicit SearchClock(bool cpu_time)
      : source_(cpu_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC), began_(now()) {}

  [[nodiscard]] double seconds() const { return now() - began_; }

 private:
  [[nodiscard]] double now() const {
    timespec time{};
    clock_gettime(source_, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  clockid_t source_;
  double began_;
};

}  // namespace tavlab
