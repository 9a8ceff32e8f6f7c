#pragma once

#include <cstdint>

#include "nn/cpu/convolution.h"

namespace tavlab {

/// The nearest bfloat16, the even one of two.
std::uint16_t to_bfloat16(float value);

/// A convolution as nine products of matrices, shifted against each other by a cell's neighbours
/// (the zeros between boards stand for all that lies outside), of numbers rounded to bfloat16.
class BfloatConvolution final : public CpuConvolution {
 public:
  BfloatConvolution(const CpuKernels& kernels, const FoldedLayer& layer);

  void run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
           std::size_t bias_stride, bool add, ConvolutionRoom& room) const override;

 private:
  /// Numbers of a cell.
  [[nodiscard]] std::size_t depth() const {
    return (inputs() + kBfloatInputs - 1) / kBfloatInputs * kBfloatInputs;
  }

  const CpuKernels& kernels_;
  /// [16 outputs][neighbour][32 inputs][pair of inputs][output][input of the pair]
  AlignedArray<std::uint16_t> weights_;
};

}  // namespace tavlab
