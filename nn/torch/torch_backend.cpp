#include "nn/torch/torch_backend.h"

#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>
#include <torch/torch.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nn/folded.h"
#include "nn/torch/device.h"
#include "nn/torch/errors.h"

namespace tavlab {
namespace {

/// A layer with its normalization folded in, in LibTorch's layout: [out, in, edge, edge], or
/// [out, in] with `linear`.
struct Layer {
  torch::Tensor weight, bias;

  Layer() = default;
  Layer(const FoldedLayer& folded, const torch::TensorOptions& where, bool linear) {
    const auto inputs = static_cast<std::int64_t>(folded.inputs);
    const auto outputs = static_cast<std::int64_t>(folded.outputs);
    const std::int64_t edge = folded.offsets == 9 ? 3 : 1;
    // LibTorch does not write to the memory lent to it here.
    const auto lend = [](const std::vector<float>& numbers, at::IntArrayRef shape) {
      return torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat);
    };
    weight = lend(folded.weights, {edge, edge, inputs, outputs}).permute({3, 2, 0, 1});
    weight = linear ? weight.reshape({outputs, inputs}).clone() : weight.contiguous().clone();
    weight = weight.to(where);
    if (!linear) weight = weight.contiguous(at::MemoryFormat::ChannelsLast);
    bias = lend(folded.bias, {outputs}).clone().to(where);
  }

  [[nodiscard]] torch::Tensor convolve(const torch::Tensor& in) const {
    return torch::conv2d(in, weight, bias, 1, weight.size(2) / 2);
  }
  [[nodiscard]] torch::Tensor apply(const torch::Tensor& in) const {
    return torch::linear(in, weight, bias);
  }
};

torch::Tensor pooled(const torch::Tensor& in) {
  const torch::Tensor mean = in.mean({2, 3});
  const double scale = board_scale(static_cast<int>(in.size(2)), static_cast<int>(in.size(3)));
  return torch::cat({mean, mean * scale, in.amax({2, 3})}, 1);
}

/// Broadcasts [count, width] to the cells of [count, width, rows, columns].
torch::Tensor broadcast_to_cells(const torch::Tensor& of_board) {
  return of_board.unsqueeze(2).unsqueeze(3);
}

/// A new stream of a device; only CUDA has them.
c10::Stream new_stream(const torch::Device& device) {
  return c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
}

/// A net's layers on a device. Running them does not change them.
struct Layers {
  struct Block {
    Layer first, second, pool, pooled;
    bool pools = false;
  };

  Layers(const Net& net, const torch::Device& on)
      : shape(net.shape),
        device(on),
        trunk(torch::TensorOptions().device(on).dtype(on.is_cuda() ? torch::kBFloat16
                                                                   : torch::kFloat)),
        dense(net.spec.trunk == NetSpec::Trunk::dense) {
    std::optional<c10::Stream> stream;
    std::optional<c10::StreamGuard> on_stream;
    if (device.is_cuda()) {
      stream = new_stream(device);
      on_stream.emplace(*stream);
      at::globalContext().setBenchmarkCuDNN(true);  // finds the fastest algorithm once per size
    }
    const auto linear = [&](const std::string& name) {
      return Layer(folded_linear(net, name), trunk.dtype(torch::kFloat), true);
    };
    const auto convolution = [&](const std::string& name) {
      return Layer(folded_convolution(net, name), trunk, false);
    };
    const auto addition = [&](const std::string& name, const std::string& onto) {
      return Layer(folded_addition(net, name, onto), trunk, true);
    };
    policy_out = linear("policy.out");
    hidden = linear("value.hidden");
    value_out = linear("value.out");
    moves_left = linear("moves_left.out");
    captured = linear("captured.out");
    for (int i = 0; i < net.spec.blocks; ++i) {
      Block block;
      if (dense) {
        block.first = linear(fmt::format("layer{}", i));
      } else {
        const std::string name = fmt::format("block{}", i);
        block.first = convolution(name + ".first");
        block.second = convolution(name + ".second");
        block.pools = net.spec.pools(i);
        if (block.pools) {
          block.pool = convolution(name + ".pool");
          block.pooled = addition(name + ".pooled", name + ".first");
        }
      }
      blocks.push_back(std::move(block));
    }
    if (!dense) {
      stem = convolution("stem");
      globals = addition("stem.globals", "stem");
      policy = convolution("policy");
      value = convolution("value");
      if (shape.square_classes > 0) ownership = linear("ownership.out");
    }
    // The weights are copied and reordered on one stream, and read on others.
    if (stream) stream->synchronize();
  }

  ObservationShape shape;
  torch::Device device;
  torch::TensorOptions trunk;  ///< the trunk's device and precision
  bool dense;
  Layer stem, globals, policy, policy_out, value, hidden, value_out, moves_left, captured,
      ownership;
  std::vector<Block> blocks;
};

/// On CUDA, the trunk computes in bfloat16, the last layers of the heads in single precision. Each
/// back end has its own stream, so that the batches of several threads run concurrently, and pinned
/// memory for inputs. Batches are padded to a few sizes.
class TorchBackend final : public NetBackend {
 public:
  explicit TorchBackend(std::shared_ptr<const Layers> layers) : layers_(std::move(layers)) {
    if (layers_->device.is_cuda()) stream_ = new_stream(layers_->device);
  }

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<TorchBackend>(layers_);
  }

  [[nodiscard]] std::string_view name() const override { return "torch"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    with_one_line([&] { compute(inputs, outputs, everything); });
  }

 private:
  void compute(const NetInputs& inputs, NetOutputs& outputs, bool everything) {
    at::set_num_threads(1);  // games run in parallel instead
    const c10::InferenceMode guard;
    std::optional<c10::StreamGuard> on_stream;
    if (stream_) on_stream.emplace(*stream_);
    count_ = static_cast<std::int64_t>(inputs.count);
    const torch::Tensor planes = sent(inputs.planes, pinned_planes_,
                                      {count_, inputs.rows, inputs.columns, layers_->shape.planes});
    const torch::Tensor globals =
        sent(inputs.globals, pinned_globals_, {count_, layers_->shape.globals});
    torch::Tensor features;
    if (layers_->dense) {
      torch::Tensor x =
          torch::cat({planes.reshape({planes.size(0), layers_->shape.planes}), globals}, 1);
      for (const Layers::Block& layer : layers_->blocks) x = layer.first.apply(x).relu_();
      store(layers_->policy_out.apply(x), outputs.policy);
      features = x;
      outputs.ownership.clear();
    } else {
      const torch::Tensor x =
          trunk(planes.to(layers_->trunk).permute({0, 3, 1, 2}), globals.to(layers_->trunk));
      // Channels last: a cell's channels are contiguous, as layers on single cells require.
      const torch::Tensor policy =
          layers_->policy.convolve(x).relu_().permute({0, 2, 3, 1}).to(torch::kFloat);
      store(layers_->policy_out.apply(policy), outputs.policy);
      const torch::Tensor value = layers_->value.convolve(x).relu_().to(torch::kFloat);
      features = pooled(value);
      if (everything && layers_->shape.square_classes > 0) {
        store(layers_->ownership.apply(value.permute({0, 2, 3, 1})), outputs.ownership);
      }
    }
    const torch::Tensor hidden = layers_->hidden.apply(features).relu_();
    store(layers_->value_out.apply(hidden), outputs.value);
    if (!everything) return;
    store(layers_->moves_left.apply(hidden), outputs.moves_left);
    store(layers_->captured.apply(hidden), outputs.captured);
  }

  /// Copies values to the device, [count, ...]. On CUDA, pads the batch with zeros to one of a few
  /// sizes, since the fastest algorithm is searched for each size.
  torch::Tensor sent(std::span<const float> numbers, torch::Tensor& pinned,
                     std::vector<std::int64_t> shape) const {
    torch::Tensor lent = torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat);
    if (!stream_) return lent;
    constexpr std::int64_t kStep = 64;
    shape[0] = (count_ + kStep - 1) / kStep * kStep;
    if (!pinned.defined() || pinned.sizes() != at::IntArrayRef(shape)) {
      pinned = torch::zeros(shape, torch::TensorOptions().pinned_memory(true));
    }
    pinned.narrow(0, 0, count_).copy_(lent);
    return pinned.to(layers_->device, torch::kFloat, /*non_blocking=*/true);
  }

  [[nodiscard]] torch::Tensor trunk(const torch::Tensor& planes,
                                    const torch::Tensor& globals) const {
    torch::Tensor x =
        (layers_->stem.convolve(planes) + broadcast_to_cells(layers_->globals.apply(globals)))
            .relu_();
    for (const Layers::Block& block : layers_->blocks) {
      torch::Tensor inner = block.first.convolve(x);
      if (block.pools) {
        const torch::Tensor seen = block.pool.convolve(x).relu_();
        inner += broadcast_to_cells(block.pooled.apply(pooled(seen)));
      }
      x = block.second.convolve(inner.relu_()).add_(x).relu_();
    }
    return x;
  }

  void store(const torch::Tensor& from, std::vector<float>& to) const {
    const torch::Tensor numbers = from.narrow(0, 0, count_).to(torch::kCPU).contiguous();
    to.assign(numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel());
  }

  std::shared_ptr<const Layers> layers_;
  std::optional<c10::Stream> stream_;  ///< on CUDA
  torch::Tensor pinned_planes_, pinned_globals_;
  std::int64_t count_ = 0;  ///< positions of the current batch
};

}  // namespace

std::unique_ptr<NetBackend> make_torch_backend(const Net& net, std::string_view device) {
  return with_one_line([&] {
    return std::make_unique<TorchBackend>(
        std::make_shared<const Layers>(net, parse_device(device)));
  });
}

}  // namespace tavlab
