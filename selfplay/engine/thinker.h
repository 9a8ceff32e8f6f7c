#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tavlab {

/// A thread that searches while another one listens.
class Thinker {
 public:
  /// May end early when a stop is requested; must not throw.
  using Job = std::function<void(const std::stop_token& stop)>;

  Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  /// Stops the current job and waits for it to end.
  ~Thinker();

  /// Starts a job once the previous one has ended.
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

/// A one-time event that threads can wait for.
class Gate {
 public:
  void open();
  /// Waits until it is open, or a stop is requested.
  void wait(const std::stop_token& stop);

 private:
  std::mutex mutex_;
  std::condition_variable_any opened_;
  bool open_ = false;
};

/// Runs an action after a time, unless destroyed before; the destructor waits for an action in
/// progress.
class Alarm {
 public:
  Alarm(double seconds, std::function<void()> action);

 private:
  std::jthread thread_;
};

}  // namespace tavlab
