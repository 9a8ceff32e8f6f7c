#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace tavlab {

/// While alive, work ends after a time as if by SIGINT. One at a time.
class TimeLimit {
 public:
  explicit TimeLimit(double minutes);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  /// Whether one is alive whose time has passed.
  [[nodiscard]] static bool is_over();
};

/// While alive, SIGINT and SIGTERM set a flag instead of ending the process, so that a run can
/// write its results; another signal, half a second later or more, ends the process as usual.
/// SIGXFSZ is ignored, so that exceeding a file-size limit is an error that can be reported.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// SIGINT, or the end of a TimeLimit: the user is waiting.
  [[nodiscard]] static bool interrupted();
  /// SIGTERM: a scheduler grants some seconds, enough to finish the games in progress.
  [[nodiscard]] static bool asked_to_finish();
  /// Either.
  [[nodiscard]] static bool asked_to_stop() { return interrupted() || asked_to_finish(); }
  /// Whether a signal has come, whatever a TimeLimit says.
  [[nodiscard]] static bool signalled();

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
  struct sigaction old_size_ {};
};

/// While alive, either signal, or the end of a TimeLimit, requests a stop, for work that only polls
/// stop tokens.
class StopOnSignal {
 public:
  StopOnSignal();

  /// Requests a stop for a reason other than a signal.
  void request_stop() { stop_.request_stop(); }
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  InterruptGuard guard_;
  std::stop_source stop_;
  std::jthread watch_;
};

}  // namespace tavlab
