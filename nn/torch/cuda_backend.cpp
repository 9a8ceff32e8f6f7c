#include "nn/torch/cuda_backend.h"

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <bit>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "nn/torch/device_threads.h"
#include "nn/torch/errors.h"
#include "nn/torch/net_layers.h"
#include "nn/torch/pinned_memory.h"

namespace tavlab {
namespace {

/// An output, on the device and in the answer.
struct OutputPlace {
  torch::Tensor NetAnswers::*on_device;
  std::vector<float> NetOutputs::*answer;
};
constexpr std::array<OutputPlace, 5> kOutputs = {
    {{&NetAnswers::policy, &NetOutputs::policy},
     {&NetAnswers::value, &NetOutputs::value},
     {&NetAnswers::moves_left, &NetOutputs::moves_left},
     {&NetAnswers::captured, &NetOutputs::captured},
     {&NetAnswers::ownership, &NetOutputs::ownership}}};

/// Positions that a thread wants evaluated, in pinned memory.
struct Request {
  torch::Tensor planes, globals;
  bool everything = false;
  std::span<PinnedRows, kOutputs.size()> memory;         ///< for the outputs
  std::array<torch::Tensor, kOutputs.size()> outputs{};  ///< undefined if there is none
  bool done = false;
  std::exception_ptr failure = {};
  std::condition_variable changed = {};

  [[nodiscard]] std::int64_t count() const { return planes.size(0); }
  /// Whether both can be evaluated in one batch.
  [[nodiscard]] bool fits(const Request& that) const {
    return everything == that.everything && planes.sizes().slice(1) == that.planes.sizes().slice(1);
  }
};

/// The size to which a batch is padded: sixteen, or a quarter, half or three quarters more than a
/// power of two. Plans for convolutions are found for each size, so there must be few.
std::int64_t padded_size(std::int64_t count) {
  constexpr std::int64_t kMin = 16, kStepsOfDouble = 4;
  if (count <= kMin) return kMin;
  const auto below = std::bit_floor(static_cast<std::uint64_t>(count - 1));
  const std::int64_t step = static_cast<std::int64_t>(below) / kStepsOfDouble;
  return (count + step - 1) / step * step;
}

/// A net on a device and the requests that wait for it. While the device is busy, requests gather,
/// and the next of its threads that is free evaluates them in one batch; so batches grow with the
/// load, and no request waits for others.
class CudaNet {
 public:
  CudaNet(const Net& net, const torch::Device& device) : layers_(net, device) {}

  [[nodiscard]] const NetLayers& layers() const { return layers_; }

  /// Returns when the request is done. The owner of `net` keeps it alive.
  static void evaluate(const std::shared_ptr<CudaNet>& net, Request& request) {
    std::unique_lock lock(net->mutex_);
    net->waiting_.push_back(&request);
    post_to_device(net->layers_.device(), [net](const DeviceWork& offers) { net->serve(offers); });
    request.changed.wait(lock, [&] { return request.done; });
    if (request.failure) std::rethrow_exception(request.failure);
  }

 private:
  static constexpr std::int64_t kMaxPositions = 1024;  ///< of a batch of several requests

  /// Evaluates requests that wait, if others have not been faster.
  void serve(const DeviceWork& offers) {
    const std::vector<Request*> batch = take_batch();
    if (batch.empty()) return;
    std::exception_ptr failure;
    for (const bool computes : {true, false}) {
      try {
        if (computes) {
          compute(batch, offers);
        } else {
          offers.wait();  // also after a failure: copies of the requests' memory may be under way
        }
      } catch (...) {
        if (!failure) failure = std::current_exception();
      }
    }
    const std::lock_guard lock(mutex_);
    for (Request* const request : batch) {
      request->failure = failure;
      request->done = true;
      request->changed.notify_one();  // while locked: the request dies when its owner wakes up
    }
  }

  std::vector<Request*> take_batch() {
    const std::lock_guard lock(mutex_);
    std::vector<Request*> batch;
    if (waiting_.empty()) return batch;
    std::int64_t positions = 0;
    const Request& first = *waiting_.front();
    std::erase_if(waiting_, [&](Request* request) {
      const bool room = batch.empty() || positions + request->count() <= kMaxPositions;
      if (!room || !request->fits(first)) return false;
      positions += request->count();
      batch.push_back(request);
      return true;
    });
    return batch;
  }

  void compute(const std::vector<Request*>& batch, const DeviceWork& offers) const {
    const bool everything = batch.front()->everything;
    const NetAnswers answers =
        layers_.run(joined(batch, &Request::planes), joined(batch, &Request::globals), everything,
                    offers.fused);
    for (std::size_t i = 0; i < kOutputs.size(); ++i) {
      const torch::Tensor& answer = answers.*kOutputs[i].on_device;
      if (!answer.defined()) continue;
      std::int64_t first = 0;
      for (Request* const request : batch) {
        const torch::Tensor part = answer.narrow(0, first, request->count());
        first += request->count();
        request->outputs[i] = request->memory[i].rows(part.sizes());
        request->outputs[i].copy_(part, /*non_blocking=*/true);
      }
    }
  }

  /// The requests' rows on the device, padded with zeros.
  [[nodiscard]] torch::Tensor joined(const std::vector<Request*>& batch,
                                     torch::Tensor Request::*rows) const {
    std::int64_t count = 0;
    for (const Request* const request : batch) count += request->count();
    std::vector<std::int64_t> shape = (batch.front()->*rows).sizes().vec();
    shape[0] = padded_size(count);
    torch::Tensor all =
        torch::empty(shape, torch::TensorOptions().dtype(torch::kFloat).device(layers_.device()));
    std::int64_t first = 0;
    for (const Request* const request : batch) {
      all.narrow(0, first, request->count()).copy_(request->*rows, /*non_blocking=*/true);
      first += request->count();
    }
    if (first < shape[0]) all.narrow(0, first, shape[0] - first).zero_();
    return all;
  }

  NetLayers layers_;
  std::mutex mutex_;
  std::deque<Request*> waiting_;  ///< in the order of their arrival
};

class CudaBackend final : public NetBackend {
 public:
  explicit CudaBackend(std::shared_ptr<CudaNet> net) : net_(std::move(net)) {}

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<CudaBackend>(net_);
  }

  [[nodiscard]] std::string_view name() const override { return "torch"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    with_one_line([&] { compute(inputs, outputs, everything); });
  }

 private:
  void compute(const NetInputs& inputs, NetOutputs& outputs, bool everything) {
    const c10::InferenceMode guard;
    const ObservationShape& shape = net_->layers().shape();
    const auto count = static_cast<std::int64_t>(inputs.count);
    Request request{planes_.rows({count, inputs.rows, inputs.columns, shape.planes}),
                    globals_.rows({count, shape.globals}), everything, memory_};
    std::ranges::copy(inputs.planes, request.planes.data_ptr<float>());
    std::ranges::copy(inputs.globals, request.globals.data_ptr<float>());
    CudaNet::evaluate(net_, request);
    for (std::size_t i = 0; i < kOutputs.size(); ++i) {
      const torch::Tensor& rows = request.outputs[i];
      std::vector<float>& to = outputs.*kOutputs[i].answer;
      if (!rows.defined()) {
        if (everything) to.clear();
        continue;
      }
      to.assign(rows.data_ptr<float>(), rows.data_ptr<float>() + rows.numel());
    }
  }

  std::shared_ptr<CudaNet> net_;
  PinnedRows planes_, globals_;
  std::array<PinnedRows, kOutputs.size()> memory_;
};

}  // namespace

std::unique_ptr<NetBackend> make_cuda_backend(const Net& net, const c10::Device& device) {
  std::shared_ptr<CudaNet> on_device;
  // The weights are written on one stream and read on others: they must be there before.
  run_on_device(device,
                [&](const DeviceWork&) { on_device = std::make_shared<CudaNet>(net, device); });
  return std::make_unique<CudaBackend>(std::move(on_device));
}

}  // namespace tavlab
