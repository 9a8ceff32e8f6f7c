#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <sys/types.h>

namespace tavlab::python {

/// Threads that wait for work between steps, because starting threads takes longer than a step of a
/// batch. They are started when first needed, and again in a process forked from this one.
class Crew {
 public:
  /// Does a part of the work, as the worker with this number.
  using Work = std::function<void(std::size_t begin, std::size_t end, std::size_t worker)>;

  /// `watched`: the caller does not work, but watches the work by the `poll` of `run`.
  Crew(int threads, bool watched);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  [[nodiscard]] std::size_t threads() const { return threads_; }

  /// Splits 0 to count-1 into parts of at most `part` and returns when all are done. Calls `poll`
  /// every few milliseconds if it is a watched crew. Throws the first exception of the work; no
  /// part begins after it.
  void run(std::size_t count, std::size_t part, const Work& work,
           const std::function<void()>& poll = {});

 private:
  void start();
  void stop();
  void forget_workers();
  void serve(std::size_t worker, std::uint32_t seen);
  void take_parts(std::size_t worker);

  std::size_t threads_;
  bool watched_;
  std::vector<std::thread> workers_;  ///< numbered from 1; 0 is the caller
  pid_t process_ = 0;                 ///< in which they run

  std::atomic<std::uint32_t> round_ = 0;  ///< of work; incremented to wake the workers
  std::atomic<std::uint32_t> busy_ = 0;   ///< workers that have not finished it
  std::atomic<bool> stopping_ = false;

  // The work of this round.
  const Work* work_ = nullptr;
  std::size_t count_ = 0;
  std::size_t part_ = 1;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  ///< guards the next two
  std::exception_ptr failure_;
  std::condition_variable done_;
};

}  // namespace tavlab::python
