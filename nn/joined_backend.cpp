#include "nn/joined_backend.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {
namespace {

/// A batch that a thread waits for.
struct Request {
  const NetInputs& inputs;
  NetOutputs& outputs;
  bool everything;
  bool done = false;
  std::exception_ptr failure = {};
};

/// Appends `part` to `all`.
void append(std::vector<float>& all, std::span<const float> part) {
  all.insert(all.end(), part.begin(), part.end());
}

/// The device and the requests waiting for it.
class JoinedQueue {
 public:
  explicit JoinedQueue(std::unique_ptr<NetBackend> backend) : backend_(std::move(backend)) {}

  [[nodiscard]] std::string_view name() const { return backend_->name(); }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) {
    Request mine{inputs, outputs, everything};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&mine);
    changed_.wait(lock, [&] { return mine.done || !running_; });
    if (!mine.done) {
      running_ = true;
      while (!mine.done) {
        const std::vector<Request*> batch = take_batch();
        lock.unlock();
        run_batch(batch);
        lock.lock();
        for (Request* const request : batch) request->done = true;
        changed_.notify_all();
      }
      running_ = false;
      changed_.notify_all();
    }
    if (mine.failure) std::rethrow_exception(mine.failure);
  }

 private:
  static constexpr std::size_t kMaxPositions = 1024;  ///< of a batch of several requests

  /// The request that has waited longest, and those that can be run with it.
  std::vector<Request*> take_batch() {
    std::vector<Request*> batch;
    std::size_t positions = 0;
    const Request& first = *waiting_.front();
    std::erase_if(waiting_, [&](Request* request) {
      const NetInputs& inputs = request->inputs;
      const bool fits = inputs.rows == first.inputs.rows &&
                        inputs.columns == first.inputs.columns &&
                        request->everything == first.everything &&
                        (batch.empty() || positions + inputs.count <= kMaxPositions);
      if (!fits) return false;
      positions += inputs.count;
      batch.push_back(request);
      return true;
    });
    return batch;
  }

  void run_batch(const std::vector<Request*>& batch) {
    try {
      Request& first = *batch.front();
      if (batch.size() == 1) {
        backend_->run(first.inputs, first.outputs, first.everything);
        return;
      }
      planes_.clear();
      globals_.clear();
      NetInputs joined;
      for (const Request* const request : batch) {
        append(planes_, request->inputs.planes);
        append(globals_, request->inputs.globals);
        joined.count += request->inputs.count;
      }
      joined.rows = first.inputs.rows;
      joined.columns = first.inputs.columns;
      joined.planes = planes_;
      joined.globals = globals_;
      backend_->run(joined, outputs_, first.everything);
      hand_out(batch, joined.count);
    } catch (...) {
      for (Request* const request : batch) request->failure = std::current_exception();
    }
  }

  void hand_out(const std::vector<Request*>& batch, std::size_t count) {
    std::size_t begin = 0;
    for (Request* const request : batch) {
      const std::size_t end = begin + request->inputs.count;
      const auto copy = [&](std::vector<float> NetOutputs::*const which) {
        const std::vector<float>& all = outputs_.*which;
        const std::size_t each = all.size() / count;
        const std::span<const float> part =
            std::span(all).subspan(begin * each, (end - begin) * each);
        (request->outputs.*which).assign(part.begin(), part.end());
      };
      copy(&NetOutputs::policy);
      copy(&NetOutputs::value);
      if (request->everything) {
        copy(&NetOutputs::moves_left);
        copy(&NetOutputs::captured);
        copy(&NetOutputs::ownership);
      }
      begin = end;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request*> waiting_;  ///< in the order of their arrival
  bool running_ = false;          ///< a thread runs batches

  // Used only by the thread that runs a batch.
  std::unique_ptr<NetBackend> backend_;
  std::vector<float> planes_, globals_;
  NetOutputs outputs_;
};

class JoinedBackend final : public NetBackend {
 public:
  explicit JoinedBackend(std::shared_ptr<JoinedQueue> queue) : queue_(std::move(queue)) {}

  [[nodiscard]] std::string_view name() const override { return queue_->name(); }
  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    queue_->run(inputs, outputs, everything);
  }
  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<JoinedBackend>(queue_);
  }

 private:
  std::shared_ptr<JoinedQueue> queue_;
};

}  // namespace

std::unique_ptr<NetBackend> make_joined_backend(std::unique_ptr<NetBackend> backend) {
  return std::make_unique<JoinedBackend>(std::make_shared<JoinedQueue>(std::move(backend)));
}

}  // namespace tavlab
