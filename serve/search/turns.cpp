#include "serve/search/turns.h"

#include <algorithm>

namespace tavlab::serve {

Turns::Turn::Turn(Turns& turns) : turns_(turns) {
  const std::lock_guard lock(turns_.mutex_);
  if (turns_.running_ + turns_.waiting_.size() >= turns_.most_) throw Busy{};
  number_ = turns_.next_++;
  turns_.waiting_.push_back(number_);
}

Turns::Turn::~Turn() {
  {
    const std::lock_guard lock(turns_.mutex_);
    if (running_) {
      --turns_.running_;
    } else {
      std::erase(turns_.waiting_, number_);
    }
  }
  turns_.freed_.notify_all();
}

bool Turns::Turn::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(turns_.mutex_);
  const auto my_turn = [&] {
    return turns_.running_ < turns_.slots_ && turns_.waiting_.front() == number_;
  };
  if (running_) return true;
  if (!turns_.freed_.wait_for(lock, time, my_turn)) return false;
  turns_.waiting_.pop_front();
  ++turns_.running_;
  running_ = true;
  lock.unlock();
  turns_.freed_.notify_all();  // the next one may have a slot, too
  return true;
}

std::size_t Turns::Turn::ahead() const {
  const std::lock_guard lock(turns_.mutex_);
  return static_cast<std::size_t>(std::ranges::find(turns_.waiting_, number_) -
                                  turns_.waiting_.begin());
}

bool Turns::Turn::others_wait() const {
  const std::lock_guard lock(turns_.mutex_);
  return !turns_.waiting_.empty();
}

}  // namespace tavlab::serve
