#pragma once

#include <cstdint>

#include "nn/cpu/convolution.h"

namespace tavlab {

/// Rounds to the nearest bfloat16, ties to even.
std::uint16_t to_bfloat16(float value);

/// A convolution as nine matrix products in bfloat16, one per neighbour of a cell, with shifted
/// inputs; the zeros between boards are the padding.
class BfloatConvolution final : public CpuConvolution {
 public:
  BfloatConvolution(const CpuKernels& kernels, const FoldedLayer& layer);

  void run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
           std::size_t bias_stride, bool add, ConvolutionScratch& room) const override;

 private:
  /// Values per cell.
  [[nodiscard]] std::size_t depth() const {
    return (inputs() + kBfloatInputs - 1) / kBfloatInputs * kBfloatInputs;
  }

  const CpuKernels& kernels_;
  /// [16 outputs][neighbour][32 inputs][pair of inputs][output][input of the pair]
  AlignedArray<std::uint16_t> weights_;
};

}  // namespace tavlab
