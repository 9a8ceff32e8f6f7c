#include "python/crew.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace tavlab::python {

Crew::Crew(int threads, bool watched)
    : threads_(static_cast<std::size_t>(std::max(threads, 1))), watched_(watched) {}

Crew::~Crew() { stop(); }

void Crew::start() {
  const pid_t process = getpid();
  if (process_ == process) return;
  forget_workers();
  process_ = process;
  const std::size_t wanted = watched_ ? threads_ : threads_ - 1;
  workers_.reserve(wanted);
  const std::uint32_t seen = round_;
  try {
    while (workers_.size() < wanted) {
      const std::size_t worker = workers_.size() + 1;
      workers_.emplace_back([this, worker, seen] { serve(worker, seen); });
    }
  } catch (const std::system_error&) {  // the system provides fewer threads
    if (watched_ && workers_.empty()) throw;
  }
}

/// The threads of the process from which this one was forked do not exist here, and so cannot be
/// joined.
void Crew::forget_workers() {
  auto lost = std::make_unique<std::vector<std::thread>>(std::move(workers_));
  static_cast<void>(lost.release());  // never destroyed
  workers_.clear();
}

void Crew::stop() {
  if (workers_.empty()) return;
  if (process_ != getpid()) return forget_workers();
  stopping_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Crew::serve(std::size_t worker, std::uint32_t seen) {
  for (;;) {
    round_.wait(seen);
    seen = round_;
    if (stopping_) return;
    take_parts(worker);
    if (--busy_ > 0) continue;
    const std::lock_guard lock(mutex_);
    done_.notify_all();
  }
}

void Crew::take_parts(std::size_t worker) {
  try {
    for (;;) {
      const std::size_t begin = next_.fetch_add(part_);
      if (begin >= count_) return;
      (*work_)(begin, std::min(begin + part_, count_), worker);
    }
  } catch (...) {
    next_ = count_;
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = std::current_exception();
  }
}

void Crew::run(std::size_t count, std::size_t part, const Work& work,
               const std::function<void()>& poll) {
  work_ = &work;
  count_ = count;
  part_ = part;
  next_ = 0;
  failure_ = nullptr;
  const bool helped = watched_ || (threads_ > 1 && count > part);
  if (helped) {
    start();
    busy_ = static_cast<std::uint32_t>(workers_.size());
    ++round_;
    round_.notify_all();
  }
  if (!watched_) take_parts(0);
  if (helped) {
    constexpr int kSpins = 4000;  // some microseconds: most steps are shorter than a thread's sleep
    for (int spin = 0; spin < kSpins && busy_ != 0; ++spin) continue;
    std::unique_lock lock(mutex_);
    while (busy_ != 0) {
      done_.wait_for(lock, std::chrono::milliseconds(5));
      if (!poll) continue;
      lock.unlock();
      poll();
      lock.lock();
    }
  }
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace tavlab::python
