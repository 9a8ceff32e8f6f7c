#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace tavlab {

/// Threads that work, each by itself, until there is nothing left to do. All of tavlab's parallel
/// work runs by it or by run_jobs below, but for what must have all of its threads at once
/// (a solver's sweep, whose threads wait for each other after every block).
class Workers {
 public:
  /// Does one piece of work, as the worker with this number (from 0), so that it can use what
  /// belongs to that worker. Returns false where there is none left. Called by several threads at
  /// once.
  using Step = std::function<bool(std::size_t worker, const std::stop_token& stop)>;

  /// Starts up to `threads` threads that call `step` until it returns false, a stop is requested or
  /// one of them throws. Where the machine gives fewer threads, those do all the work; how many
  /// there are, `threads()` says. `ended`, which may be null, is called by each thread at its end.
  Workers(std::size_t threads, Step step, std::stop_token stop = {},
          std::function<void()> ended = {});
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  /// Requests a stop and waits.
  ~Workers();

  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  /// Whether any thread still works.
  [[nodiscard]] bool working() const;
  void request_stop() { stop_.request_stop(); }
  /// Also requested when a step has thrown.
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

  /// The calling thread works, too, until nothing is left.
  void join_in();
  /// Waits for the threads. Throws the first exception of a step.
  void wait();

 private:
  void work(std::size_t worker);

  Step step_;
  std::function<void()> ended_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> forward_;
  mutable std::mutex mutex_;  ///< guards the two below
  std::size_t working_ = 0;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;
};

/// Runs the jobs 0 to count-1 on `threads` threads, the calling one among them, each taking the
/// next one as it gets free, and returns when all are done. A job is told which worker runs it,
/// from 0, and is given a stop token: requested when `stop` is, or when another job has thrown. No
/// job starts after that. The first exception is thrown to the caller once all threads have ended.
void run_jobs(std::size_t count, int threads,
              const std::function<void(std::size_t job, std::size_t worker,
                                       const std::stop_token& stop)>& job,
              const std::stop_token& stop = {});

}  // namespace tavlab
