#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <torch/types.h>

#include "nn/folded.h"
#include "nn/net.h"

namespace tavlab {

/// A net's outputs as tensors on its device, as in NetOutputs; undefined if they were not asked for
/// or the net has none.
struct NetAnswers {
  torch::Tensor policy, value, moves_left, captured, ownership;
};

/// A layer with its normalization folded in, in LibTorch's layout: [out, in, edge, edge], or
/// [out, in] with `linear`.
class NetLayer {
 public:
  NetLayer() = default;
  /// Input channels beyond the layer's own, up to `padded_inputs`, have the weight 0.
  NetLayer(const FoldedLayer& folded, const torch::TensorOptions& where, bool linear,
           std::int64_t padded_inputs = 0);

  [[nodiscard]] torch::Tensor convolve(const torch::Tensor& in) const;
  /// ReLU of the convolution.
  [[nodiscard]] torch::Tensor convolve_relu(const torch::Tensor& in, bool fused) const;
  /// ReLU of the convolution plus `added`.
  [[nodiscard]] torch::Tensor convolve_add_relu(const torch::Tensor& in, const torch::Tensor& added,
                                                bool fused) const;
  [[nodiscard]] torch::Tensor apply(const torch::Tensor& in) const;

 private:
  torch::Tensor weight_, bias_;
};

/// A net's layers on a device. Running them does not change them.
class NetLayers {
 public:
  /// On CUDA, the trunk computes in bfloat16, the last layers of the heads in single precision.
  NetLayers(const Net& net, const torch::Device& on);

  [[nodiscard]] const ObservationShape& shape() const { return shape_; }
  [[nodiscard]] const torch::Device& device() const { return device_; }

  /// planes: [count, rows, columns, planes]; globals: [count, globals]; both on the device, in
  /// single precision. Without `everything` only policy and value. `fused`: the device has
  /// convolutions with addition and ReLU (DeviceWork).
  [[nodiscard]] NetAnswers run(const torch::Tensor& planes, const torch::Tensor& globals,
                               bool everything, bool fused) const;

 private:
  struct Block {
    NetLayer first, second, pool, pooled;
    bool pools = false;
  };

  [[nodiscard]] torch::Tensor trunk(const torch::Tensor& planes, const torch::Tensor& globals,
                                    bool fused) const;

  ObservationShape shape_;
  torch::Device device_;
  torch::TensorOptions trunk_;  ///< the trunk's device and precision
  std::int64_t planes_;         ///< of the trunk's input
  bool dense_;
  NetLayer stem_, globals_, policy_, policy_out_, value_, hidden_, value_out_, moves_left_,
      captured_, ownership_;
  std::vector<Block> blocks_;
};

}  // namespace tavlab
