#pragma once

#include "nn/cpu/convolution.h"

namespace tavlab {

/// A convolution by Winograd's minimal filtering (nn/cpu/winograd.h).
class WinogradConvolution final : public CpuConvolution {
 public:
  WinogradConvolution(const CpuKernels& kernels, const FoldedLayer& layer);

  void run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
           std::size_t bias_stride, bool add, ConvolutionScratch& room) const override;

 private:
  const CpuKernels& kernels_;
  AlignedFloats weights_;  ///< of one pair of points after the other
};

}  // namespace tavlab
