#include "nn/torch/net_layers.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include <utility>

namespace tavlab {
namespace {

torch::Tensor pooled_values(const torch::Tensor& in) {
  const torch::Tensor mean = in.mean({2, 3});
  const double scale = board_scale(static_cast<int>(in.size(2)), static_cast<int>(in.size(3)));
  return torch::cat({mean, mean * scale, in.amax({2, 3})}, 1);
}

/// Broadcasts [count, width] to the cells of [count, width, rows, columns].
torch::Tensor broadcast_to_cells(const torch::Tensor& of_board) {
  return of_board.unsqueeze(2).unsqueeze(3);
}

/// CUDA's kernels for tensor cores want channels in multiples of this.
constexpr std::int64_t kChannels = 8;

}  // namespace

NetLayer::NetLayer(const FoldedLayer& folded, const torch::TensorOptions& where, bool linear,
                   std::int64_t padded_inputs) {
  const auto inputs = static_cast<std::int64_t>(folded.inputs);
  const auto outputs = static_cast<std::int64_t>(folded.outputs);
  const std::int64_t edge = folded.offsets == 9 ? 3 : 1;
  // LibTorch does not write to the memory lent to it here.
  const auto lend = [](const std::vector<float>& numbers, at::IntArrayRef shape) {
    return torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat);
  };
  torch::Tensor weight = lend(folded.weights, {edge, edge, inputs, outputs}).permute({3, 2, 0, 1});
  if (padded_inputs > inputs) {
    weight = torch::constant_pad_nd(weight, {0, 0, 0, 0, 0, padded_inputs - inputs});
  }
  weight = linear ? weight.reshape({outputs, inputs}).clone() : weight.contiguous().clone();
  weight_ = weight.to(where);
  if (!linear) weight_ = weight_.contiguous(at::MemoryFormat::ChannelsLast);
  bias_ = lend(folded.bias, {outputs}).clone().to(where);
}

torch::Tensor NetLayer::convolve(const torch::Tensor& in) const {
  return torch::conv2d(in, weight_, bias_, 1, weight_.size(2) / 2);
}

torch::Tensor NetLayer::convolve_relu(const torch::Tensor& in, bool fused) const {
  if (!fused) return convolve(in).relu_();
  const std::int64_t padding = weight_.size(2) / 2;
  return at::cudnn_convolution_relu(in, weight_, bias_, {1, 1}, {padding, padding}, {1, 1}, 1);
}

torch::Tensor NetLayer::convolve_add_relu(const torch::Tensor& in, const torch::Tensor& added,
                                          bool fused) const {
  if (!fused) return convolve(in).add_(added).relu_();
  const std::int64_t padding = weight_.size(2) / 2;
  return at::cudnn_convolution_add_relu(in, weight_, added, 1.0, bias_, {1, 1}, {padding, padding},
                                        {1, 1}, 1);
}

torch::Tensor NetLayer::apply(const torch::Tensor& in) const {
  return torch::linear(in, weight_, bias_);
}

NetLayers::NetLayers(const Net& net, const torch::Device& on)
    : shape_(net.shape),
      device_(on),
      trunk_(
          torch::TensorOptions().device(on).dtype(on.is_cuda() ? torch::kBFloat16 : torch::kFloat)),
      planes_(net.shape.planes),
      dense_(net.spec.trunk == NetSpec::Trunk::dense) {
  if (on.is_cuda()) planes_ = (planes_ + kChannels - 1) / kChannels * kChannels;
  const auto linear = [&](const std::string& name) {
    return NetLayer(folded_linear(net, name), trunk_.dtype(torch::kFloat), true);
  };
  const auto convolution = [&](const std::string& name) {
    return NetLayer(folded_convolution(net, name), trunk_, false);
  };
  const auto addition = [&](const std::string& name, const std::string& onto) {
    return NetLayer(folded_addition(net, name, onto), trunk_, true);
  };
  policy_out_ = linear("policy.out");
  hidden_ = linear("value.hidden");
  value_out_ = linear("value.out");
  moves_left_ = linear("moves_left.out");
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
  if (!dense_) {
    stem_ = NetLayer(folded_convolution(net, "stem"), trunk_, false, planes_);
    globals_ = addition("stem.globals", "stem");
    policy_ = convolution("policy");
    value_ = convolution("value");
    if (shape_.square_classes > 0) ownership_ = linear("ownership.out");
  }
}

NetAnswers NetLayers::run(const torch::Tensor& planes, const torch::Tensor& globals,
                          bool everything, bool fused) const {
  NetAnswers answers;
  torch::Tensor features;
  if (dense_) {
    torch::Tensor x = torch::cat({planes.reshape({planes.size(0), shape_.planes}), globals}, 1);
    for (const Block& layer : blocks_) x = layer.first.apply(x).relu_();
    answers.policy = policy_out_.apply(x);
    features = x;
  } else {
    torch::Tensor cells = planes.to(trunk_);
    if (planes_ > shape_.planes) {
      cells = torch::constant_pad_nd(cells, {0, planes_ - shape_.planes});
    }
    const torch::Tensor x = trunk(cells.permute({0, 3, 1, 2}), globals.to(trunk_), fused);
    // Channels last: a cell's channels are contiguous, as layers on single cells require.
    const torch::Tensor policy =
        policy_.convolve_relu(x, fused).permute({0, 2, 3, 1}).to(torch::kFloat);
    answers.policy = policy_out_.apply(policy);
    const torch::Tensor value = value_.convolve_relu(x, fused).to(torch::kFloat);
    features = pooled_values(value);
    if (everything && shape_.square_classes > 0) {
      answers.ownership = ownership_.apply(value.permute({0, 2, 3, 1}));
    }
  }
  const torch::Tensor hidden = hidden_.apply(features).relu_();
  answers.value = value_out_.apply(hidden);
  if (!everything) return answers;
  answers.moves_left = moves_left_.apply(hidden);
  answers.captured = captured_.apply(hidden);
  return answers;
}

torch::Tensor NetLayers::trunk(const torch::Tensor& planes, const torch::Tensor& globals,
                               bool fused) const {
  torch::Tensor x =
      stem_.convolve(planes).add_(broadcast_to_cells(globals_.apply(globals))).relu_();
  for (const Block& block : blocks_) {
    torch::Tensor inner;
    if (block.pools) {
      const torch::Tensor seen = block.pool.convolve_relu(x, fused);
      inner = block.first.convolve(x)
                  .add_(broadcast_to_cells(block.pooled.apply(pooled_values(seen))))
                  .relu_();
    } else {
      inner = block.first.convolve_relu(x, fused);
    }
    x = block.second.convolve_add_relu(inner, x, fused);
  }
  return x;
}

}  // namespace tavlab
