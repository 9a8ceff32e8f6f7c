#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tavlab {

/// One thread that thinks while another one listens.
class Thinker {
 public:
  /// May end early when a stop is requested; must not throw.
  using Job = std::function<void(const std::stop_token& stop)>;

  Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  /// Stops what is going on and waits for its end.
  ~Thinker();

  /// Begins a job, after the one before has ended.
  void start(Job job);
  /// Asks the job to end.
  void stop();
  /// Waits for its end.
  void wait();
  [[nodiscard]] bool busy() const;

 private:
  void work();

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  Job job_;
  std::stop_source stop_;
  bool busy_ = false;
  bool ending_ = false;
  std::jthread thread_;
};

/// Waits until a stop is requested.
void wait_for_stop(const std::stop_token& stop);

}  // namespace tavlab
