#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

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

/// While it lives, either signal requests a stop, for work that looks at stop tokens alone.
class StopOnSignal {
 public:
  StopOnSignal();

  /// For what ends for a reason of its own.
  void request_stop() { stop_.request_stop(); }
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  InterruptGuard guard_;
  std::stop_source stop_;
  std::jthread watch_;
};

}  // namespace tavlab
