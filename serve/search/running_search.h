#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "serve/search/search_request.h"

namespace tavlab::serve {

/// A search in a thread of its own, which the connection's thread watches. The game must not be
/// touched meanwhile.
class RunningSearch {
 public:
  explicit RunningSearch(const Search& search) : thread_([this, &search] { run(search); }) {}
  ~RunningSearch() { stop(); }
  RunningSearch(const RunningSearch&) = delete;
  RunningSearch& operator=(const RunningSearch&) = delete;

  void stop() { stop_.request_stop(); }

  /// Waits at most this long for its end; returns whether it has ended.
  bool wait(std::chrono::duration<double> time) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [this] { return done_; });
  }

  /// The search so far.
  [[nodiscard]] SearchView latest() const {
    const std::lock_guard lock(mutex_);
    SearchView view = latest_;
    if (!done_) view.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    return view;
  }

  /// The result of a search that has ended. Throws what the search threw.
  [[nodiscard]] SearchView result() const {
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    return latest_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void run(const Search& search) {
    SearchView found;
    std::exception_ptr fault;
    try {
      found = search.game->search(
          search.agent, search.limits, search.seed,
          [this](const SearchView& view) {
            const std::lock_guard lock(mutex_);
            latest_ = view;
          },
          stop_.get_token());
    } catch (...) {
      fault = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      latest_ = std::move(found);
      fault_ = fault;
      done_ = true;
    }
    ended_.notify_all();
  }

  const Clock::time_point began_ = Clock::now();
  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable ended_;
  SearchView latest_;
  std::exception_ptr fault_;
  bool done_ = false;
  std::stop_source stop_;
  std::jthread thread_;  ///< last: it uses all others
};

}  // namespace tavlab::serve
