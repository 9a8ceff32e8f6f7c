#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "selfplay/record/record.h"

namespace tavlab {

/// Queue of finished games from the playing threads to the one writing thread. When the writer
/// falls behind, players wait, so that memory stays bounded.
class RecordQueue {
 public:
  using Item = std::pair<std::size_t, GameRecord>;  ///< index of the cell, and the game

  void push(std::size_t cell, const GameRecord& record) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return items_.size() < kCapacity || closed_; });
    if (closed_) return;
    items_.emplace_back(cell, record);
    if (items_.size() == kCapacity / 2) waiting_.notify_one();
  }

  /// Takes everything in the queue, after at most `patience`, sooner if it is half full or `wake`
  /// was called.
  std::vector<Item> take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    waiting_.wait_for(lock, patience, [&] { return items_.size() >= kCapacity / 2 || woken_; });
    woken_ = false;
    std::vector<Item> taken;
    taken.swap(items_);
    room_.notify_all();
    return taken;
  }

  void wake() {
    const std::scoped_lock lock(mutex_);
    woken_ = true;
    waiting_.notify_one();
  }

  /// Releases all waiting threads; drops later pushes.
  void close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    room_.notify_all();
  }

 private:
  static constexpr std::size_t kCapacity = 8192;

  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable waiting_;
  std::vector<Item> items_;
  bool woken_ = false;
  bool closed_ = false;
};

}  // namespace tavlab
