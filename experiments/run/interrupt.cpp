#include "experiments/run/interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <limits>
#include <ratio>
#include <system_error>

namespace tavlab {
namespace {

volatile std::sig_atomic_t interrupt_caught = 0;
volatile std::sig_atomic_t terminate_caught = 0;

using Clock = std::chrono::steady_clock;

/// The end of the TimeLimit that is alive; the largest value if there is none.
std::atomic<Clock::rep> limit_end = std::numeric_limits<Clock::rep>::max();

/// When the first signal came, in nanoseconds of the monotonic clock; 0: none has.
std::atomic<std::int64_t> first_signal = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);  // for a signal handler

/// A second signal kills at once; but one request may come twice, to the process and to its group,
/// as GNU timeout sends it.
void note(int signal) {
  constexpr std::int64_t kSameRequest = 500'000'000, kSecond = 1'000'000'000;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = now.tv_sec * kSecond + now.tv_nsec;
  std::int64_t first = 0;
  if (!first_signal.compare_exchange_strong(first, time) && time - first > kSameRequest) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered at the end of this handler
    return;
  }
  (signal == SIGTERM ? terminate_caught : interrupt_caught) = 1;
}

}  // namespace

TimeLimit::TimeLimit(double minutes) {
  const std::chrono::duration<double, std::ratio<60>> time(minutes);
  limit_end =
      (Clock::now() + std::chrono::duration_cast<Clock::duration>(time)).time_since_epoch().count();
}

TimeLimit::~TimeLimit() { limit_end = std::numeric_limits<Clock::rep>::max(); }

bool TimeLimit::is_over() { return Clock::now().time_since_epoch().count() >= limit_end; }

InterruptGuard::InterruptGuard() {
  interrupt_caught = 0;
  terminate_caught = 0;
  first_signal = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGXFSZ, &ignore, &old_size_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
  sigaction(SIGXFSZ, &old_size_, nullptr);
}

bool InterruptGuard::interrupted() { return interrupt_caught != 0 || TimeLimit::is_over(); }

bool InterruptGuard::asked_to_finish() { return terminate_caught != 0; }

bool InterruptGuard::signalled() { return interrupt_caught != 0 || terminate_caught != 0; }

StopOnSignal::StopOnSignal() {
  const auto watch = [this](const std::stop_token& ending) {
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    while (!ending.stop_requested()) {
      if (InterruptGuard::asked_to_stop()) return static_cast<void>(stop_.request_stop());
      std::this_thread::sleep_for(kBetweenLooks);
    }
  };
  try {
    watch_ = std::jthread(watch);
  } catch (const std::system_error&) {
    // No thread is available: signals then end the work only where it polls for them itself.
  }
}

}  // namespace tavlab
