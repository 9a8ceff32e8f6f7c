#include "selfplay/engine/thinker.h"

#include <chrono>
#include <utility>

namespace tavlab {

Thinker::Thinker() : thread_([this] { work(); }) {}

Thinker::~Thinker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    stop_.request_stop();
  }
  changed_.notify_all();
}

void Thinker::start(Job job) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !busy_; });
  job_ = std::move(job);
  stop_ = {};
  busy_ = true;
  lock.unlock();
  changed_.notify_all();
}

void Thinker::stop() {
  std::stop_source stop;
  {
    const std::lock_guard lock(mutex_);
    stop = stop_;
  }
  stop.request_stop();
}

void Thinker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !busy_; });
}

bool Thinker::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

void Thinker::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return busy_ || ending_; });
    if (!busy_) return;
    const Job job = std::move(job_);
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    job(stop);
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, stop, [] { return false; });
}

void Gate::open() {
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
  }
  opened_.notify_all();
}

void Gate::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  opened_.wait(lock, stop, [this] { return open_; });
}

Alarm::Alarm(double seconds, std::function<void()> action)
    : thread_([seconds, action = std::move(action)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any cancelled;
        std::unique_lock lock(mutex);
        cancelled.wait_for(lock, stop, std::chrono::duration<double>(seconds),
                           [] { return false; });
        if (!stop.stop_requested()) action();
      }) {}

}  // namespace tavlab
