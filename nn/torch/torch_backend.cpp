#include "nn/torch/torch_backend.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nn/folded.h"
#include "nn/torch/device.h"

namespace tavlab {
namespace {

/// A layer with its normalization multiplied in, as LibTorch takes it: [out, in, edge, edge], or
/// [out, in] with `linear`.
struct Layer {
  torch::Tensor weight, bias;

  Layer() = default;
  Layer(const FoldedLayer& folded, const torch::Device& device, bool linear) {
    const auto inputs = static_cast<std::int64_t>(folded.inputs);
    const auto outputs = static_cast<std::int64_t>(folded.outputs);
    const std::int64_t edge = folded.offsets == 9 ? 3 : 1;
    // LibTorch does not write to what it is lent here.
    const auto lend = [](const std::vector<float>& numbers, at::IntArrayRef shape) {
      return torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat);
    };
    weight = lend(folded.weights, {edge, edge, inputs, outputs}).permute({3, 2, 0, 1});
    weight = linear ? weight.reshape({outputs, inputs}).clone() : weight.contiguous().clone();
    if (!linear) weight = weight.to(device).contiguous(at::MemoryFormat::ChannelsLast);
    weight = weight.to(device);
    bias = lend(folded.bias, {outputs}).clone().to(device);
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

/// [count, width] to each cell of [count, width, rows, columns].
torch::Tensor everywhere(const torch::Tensor& of_board) {
  return of_board.unsqueeze(2).unsqueeze(3);
}

class TorchBackend final : public NetBackend {
 public:
  TorchBackend(const Net& net, const torch::Device& device)
      : shape_(net.shape), device_(device), dense_(net.spec.trunk == NetSpec::Trunk::dense) {
    const auto linear = [&](const std::string& name) {
      return Layer(folded_linear(net, name), device_, true);
    };
    const auto convolution = [&](const std::string& name) {
      return Layer(folded_convolution(net, name), device_, false);
    };
    const auto addition = [&](const std::string& name, const std::string& onto) {
      return Layer(folded_addition(net, name, onto), device_, true);
    };
    policy_out_ = linear("policy.out");
    hidden_ = linear("value.hidden");
    value_out_ = linear("value.out");
    plies_ = linear("plies.out");
    captured_ = linear("captured.out");
    for (int i = 0; i < net.spec.blocks; ++i) {
      Block block;
      if (dense_) {
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
      blocks_.push_back(std::move(block));
    }
    if (dense_) return;
    stem_ = convolution("stem");
    globals_ = addition("stem.globals", "stem");
    policy_ = convolution("policy");
    value_ = convolution("value");
    if (shape_.square_classes > 0) squares_ = linear("squares.out");
  }

  [[nodiscard]] std::string_view name() const override { return "torch"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    at::set_num_threads(1);  // games run side by side instead
    const c10::InferenceMode guard;
    const auto count = static_cast<std::int64_t>(inputs.count);
    const torch::Tensor planes =
        lent(inputs.planes, {count, inputs.rows, inputs.columns, shape_.planes});
    const torch::Tensor globals = lent(inputs.globals, {count, shape_.globals});
    torch::Tensor features;
    if (dense_) {
      torch::Tensor x = torch::cat({planes.reshape({count, shape_.planes}), globals}, 1);
      for (const Block& layer : blocks_) x = layer.first.apply(x).relu_();
      store(policy_out_.apply(x), outputs.policy);
      features = x;
      outputs.squares.clear();
    } else {
      const torch::Tensor x = trunk(planes.permute({0, 3, 1, 2}), globals);
      // Channels last: a cell's channels lie side by side, as a layer on each cell wants them.
      const torch::Tensor policy = policy_.convolve(x).relu_().permute({0, 2, 3, 1});
      store(policy_out_.apply(policy), outputs.policy);
      const torch::Tensor value = value_.convolve(x).relu_();
      features = pooled(value);
      if (everything && shape_.square_classes > 0) {
        store(squares_.apply(value.permute({0, 2, 3, 1})), outputs.squares);
      }
    }
    const torch::Tensor hidden = hidden_.apply(features).relu_();
    store(value_out_.apply(hidden), outputs.value);
    if (!everything) return;
    store(plies_.apply(hidden), outputs.plies);
    store(captured_.apply(hidden), outputs.captured);
  }

 private:
  struct Block {
    Layer first, second, pool, pooled;
    bool pools = false;
  };

  [[nodiscard]] torch::Tensor lent(std::span<const float> numbers, at::IntArrayRef shape) const {
    return torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat).to(device_);
  }

  [[nodiscard]] torch::Tensor trunk(const torch::Tensor& planes,
                                    const torch::Tensor& globals) const {
    torch::Tensor x = (stem_.convolve(planes) + everywhere(globals_.apply(globals))).relu_();
    for (const Block& block : blocks_) {
      torch::Tensor inner = block.first.convolve(x);
      if (block.pools) {
        const torch::Tensor seen = block.pool.convolve(x).relu_();
        inner += everywhere(block.pooled.apply(pooled(seen)));
      }
      x = block.second.convolve(inner.relu_()).add_(x).relu_();
    }
    return x;
  }

  static void store(const torch::Tensor& from, std::vector<float>& to) {
    const torch::Tensor numbers = from.to(torch::kCPU).contiguous();
    to.assign(numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel());
  }

  EncodingShape shape_;
  torch::Device device_;
  bool dense_;
  Layer stem_, globals_, policy_, policy_out_, value_, hidden_, value_out_, plies_, captured_,
      squares_;
  std::vector<Block> blocks_;
};

}  // namespace

std::unique_ptr<NetBackend> make_torch_backend(const Net& net, std::string_view device) {
  return std::make_unique<TorchBackend>(net, parse_device(device));
}

}  // namespace tavlab
