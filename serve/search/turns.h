#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace tavlab::serve {

/// Lets a limited number of searches run at a time, in the order in which they came, so that none
/// waits forever.
class Turns {
 public:
  /// `slots` run at a time; at most `most` run or wait.
  Turns(std::size_t slots, std::size_t most) : slots_(slots), most_(most) {}

  /// A place in the queue, and then a slot, until it is destroyed.
  class Turn {
   public:
    /// Joins the queue. Throws Busy if it is full.
    explicit Turn(Turns& turns);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// Waits until a slot is free, at most this long. Returns whether the turn has come.
    bool wait(std::chrono::milliseconds time);
    /// How many are before it.
    [[nodiscard]] std::size_t ahead() const;
    /// Whether others wait for a slot.
    [[nodiscard]] bool others_wait() const;

   private:
    Turns& turns_;
    std::uint64_t number_;
    bool running_ = false;
  };

  struct Busy {};

 private:
  const std::size_t slots_;
  const std::size_t most_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable freed_;
  std::deque<std::uint64_t> waiting_;
  std::size_t running_ = 0;
  std::uint64_t next_ = 0;
};

}  // namespace tavlab::serve
