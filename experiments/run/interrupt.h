#pragma once

#include <csignal>

namespace tavlab {

/// While it lives, SIGINT and SIGTERM set a flag instead of ending the process, so that a run can
/// write what it has; a second one of the same kind ends the process as usual. SIGXFSZ is ignored,
/// so that a file over its limit is an error that can be told and not a death.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// SIGINT: somebody waits at the keyboard.
  [[nodiscard]] static bool interrupted();
  /// SIGTERM: a scheduler leaves some seconds, enough to finish the games in hand.
  [[nodiscard]] static bool asked_to_finish();
  /// Either.
  [[nodiscard]] static bool asked_to_stop() { return interrupted() || asked_to_finish(); }

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
  struct sigaction old_size_ {};
};

}  // namespace tavlab
