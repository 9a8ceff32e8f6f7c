#pragma once

#include <bit>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

namespace tavlab {

/// Merges simultaneous requests of several threads into batches, for devices that evaluate many
/// positions in about the time of one. While the device is busy, requests gather, and whoever
/// serves next takes all that fit into one batch ("flat combining": Hendler et al. 2010). So
/// batches grow with the load, and no request waits for a batch to fill.
///
/// A Request has `count()`, its number of positions, and `fits(that)`, whether both can be in one
/// batch. Thread-safe.
template <typename Request>
class BatchQueue {
 public:
  /// A batch of several requests has at most `most` positions.
  explicit BatchQueue(std::size_t most) : most_(most) {}

  /// Adds a request, calls `call`, which must see to it that another thread calls `serve` once, and
  /// waits until the request is done. Throws what evaluating its batch threw.
  template <typename Call>
  void wait_for(Request& request, const Call& call) {
    Waiting mine{request};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&mine);
    call();
    mine.changed.wait(lock, [&] { return mine.done; });
    if (mine.failure) std::rethrow_exception(mine.failure);
  }

  /// Evaluates a batch of those that wait, if others have not been faster.
  template <typename Evaluate>
  void serve(const Evaluate& evaluate) {
    const std::vector<Waiting*> taken = take_batch();
    if (taken.empty()) return;
    std::vector<Request*> batch;
    batch.reserve(taken.size());
    for (const Waiting* const each : taken) batch.push_back(&each->request);
    std::exception_ptr failure;
    try {
      evaluate(std::span<Request* const>(batch));
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    for (Waiting* const each : taken) {
      each->failure = failure;
      each->done = true;
      each->changed.notify_one();  // while locked: it dies when its thread wakes up
    }
  }

 private:
  struct Waiting {
    Request& request;
    bool done = false;
    std::exception_ptr failure = {};
    std::condition_variable changed = {};
  };

  /// The request that has waited longest, and those that fit into its batch.
  std::vector<Waiting*> take_batch() {
    const std::lock_guard lock(mutex_);
    std::vector<Waiting*> batch;
    if (waiting_.empty()) return batch;
    std::size_t positions = 0;
    const Request& first = waiting_.front()->request;
    std::erase_if(waiting_, [&](Waiting* each) {
      const Request& request = each->request;
      const bool room = batch.empty() || positions + request.count() <= most_;
      if (!room || !request.fits(first)) return false;
      positions += request.count();
      batch.push_back(each);
      return true;
    });
    return batch;
  }

  std::size_t most_;
  std::mutex mutex_;
  std::deque<Waiting*> waiting_;  ///< in the order of their arrival
};

/// The size to which a batch is padded: 16, or a power of two, or a quarter, half or three quarters
/// more than one. Devices prepare for each size, so there must be few.
constexpr std::size_t padded_batch(std::size_t count) {
  constexpr std::size_t kMin = 16, kStepsOfDouble = 4;
  if (count <= kMin) return kMin;
  const std::size_t step = std::bit_floor(count - 1) / kStepsOfDouble;
  return (count + step - 1) / step * step;
}

}  // namespace tavlab
