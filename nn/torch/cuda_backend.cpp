#include "nn/torch/cuda_backend.h"

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "nn/batch_queue.h"
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

  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(planes.size(0)); }
  [[nodiscard]] bool fits(const Request& that) const {
    return everything == that.everything && planes.sizes().slice(1) == that.planes.sizes().slice(1);
  }
};

/// A net on a device and the requests that wait for it.
class CudaNet {
 public:
  CudaNet(const Net& net, const torch::Device& device) : layers_(net, device) {}

  [[nodiscard]] const NetLayers& layers() const { return layers_; }

  /// Returns when the request is done.
  static void evaluate(const std::shared_ptr<CudaNet>& net, Request& request) {
    net->queue_.wait_for(request, [&] {
      post_to_device(net->layers_.device(), [net](const DeviceWork& offers) {
        net->queue_.serve([&](std::span<Request* const> batch) { net->compute(batch, offers); });
      });
    });
  }

 private:
  static constexpr std::size_t kMaxPositions = 1024;  ///< of a batch of several requests

  void compute(std::span<Request* const> batch, const DeviceWork& offers) const {
    try {
      start(batch, offers);
    } catch (...) {
      offers.wait();  // copies of the requests' memory may be under way
      throw;
    }
    offers.wait();
  }

  /// Lets the device evaluate the batch.
  void start(std::span<Request* const> batch, const DeviceWork& offers) const {
    const bool everything = batch.front()->everything;
    const NetAnswers answers =
        layers_.run(joined(batch, &Request::planes), joined(batch, &Request::globals), everything,
                    offers.fused);
    for (std::size_t i = 0; i < kOutputs.size(); ++i) {
      const torch::Tensor& answer = answers.*kOutputs[i].on_device;
      if (!answer.defined()) continue;
      std::int64_t first = 0;
      for (Request* const request : batch) {
        const std::int64_t count = request->planes.size(0);
        const torch::Tensor part = answer.narrow(0, first, count);
        first += count;
        request->outputs[i] = request->memory[i].rows(part.sizes());
        request->outputs[i].copy_(part, /*non_blocking=*/true);
      }
    }
  }

  /// The requests' rows on the device, padded with zeros.
  [[nodiscard]] torch::Tensor joined(std::span<Request* const> batch,
                                     torch::Tensor Request::*rows) const {
    std::size_t count = 0;
    for (const Request* const request : batch) count += request->count();
    std::vector<std::int64_t> shape = (batch.front()->*rows).sizes().vec();
    shape[0] = static_cast<std::int64_t>(padded_batch(count));
    torch::Tensor all =
        torch::empty(shape, torch::TensorOptions().dtype(torch::kFloat).device(layers_.device()));
    std::int64_t first = 0;
    for (const Request* const request : batch) {
      const torch::Tensor& part = request->*rows;
      all.narrow(0, first, part.size(0)).copy_(part, /*non_blocking=*/true);
      first += part.size(0);
    }
    if (first < shape[0]) all.narrow(0, first, shape[0] - first).zero_();
    return all;
  }

  NetLayers layers_;
  BatchQueue<Request> queue_{kMaxPositions};
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
