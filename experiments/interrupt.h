#pragma once

#include <csignal>

namespace tavlab {

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the process, so that a run can
/// write what it has; a second one ends the process as usual. SIGXFSZ is ignored, so that a file
/// over its limit is an error that can be told and not a death.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] static bool interrupted();

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
  struct sigaction old_size_ {};
};

}  // namespace tavlab
