#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace tavlab {

/// Threads that work independently until nothing is left to do. Work on many things uses this or
/// run_jobs below; code that needs all its threads at the same time has its own (a solver's sweep,
/// the helpers of an alpha-beta search, the leaves of an MCTS batch).
class Workers {
 public:
  /// Does one piece of work as the worker with this index, which may select per-worker data.
  /// Returns false when no work is left. Called from several threads at once.
  using Step = std::function<bool(std::size_t worker, const std::stop_token& stop)>;

  /// Starts up to `threads` threads that call `step` until it returns false, a stop is requested or
  /// one of them throws. If the system provides fewer threads, those do all the work; `threads()`
  /// is the actual number. `ended` (may be null) is called by each thread when it ends.
  Workers(std::size_t threads, Step step, std::stop_token stop = {},
          std::function<void()> ended = {});
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  /// Requests a stop and waits.
  ~Workers();

  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  /// Whether any thread is still working.
  [[nodiscard]] bool working() const;
  void request_stop() { stop_.request_stop(); }
  /// Also requested when a step has thrown.
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

  /// Lets the calling thread work, too, until nothing is left.
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

/// Runs the jobs 0 to count-1 on `threads` threads, including the calling one, and returns when all
/// are done. Each thread takes the next job when it is free. A job gets the index of its worker and
/// a stop token, which is requested when `stop` is or when another job has thrown; no job starts
/// after that. The first exception is rethrown to the caller once all threads have ended.
void run_jobs(std::size_t count, int threads,
              const std::function<void(std::size_t job, std::size_t worker,
                                       const std::stop_token& stop)>& job,
              const std::stop_token& stop = {});

}  // namespace tavlab
