#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "nn/cpu/aligned.h"
#include "nn/cpu/chunk.h"
#include "nn/cpu/kernels.h"
#include "nn/folded.h"

namespace tavlab {

/// Scratch memory of convolutions, shared by those of a net.
struct ConvolutionScratch {
  AlignedFloats before, after;          ///< values at the points, before and after the products
  AlignedArray<std::uint16_t> rounded;  ///< cells as bfloat16
};

/// A 3x3 convolution over boards, rectified.
class CpuConvolution {
 public:
  explicit CpuConvolution(const FoldedLayer& layer);
  CpuConvolution(const CpuConvolution&) = delete;
  CpuConvolution& operator=(const CpuConvolution&) = delete;
  virtual ~CpuConvolution() = default;

  /// Floats per cell of the output, padded with zeros.
  [[nodiscard]] std::size_t width() const { return padded_width(outputs_); }
  [[nodiscard]] const float* bias() const { return bias_.data(); }

  /// `in` and `out` point to the first cell of the first board. The bias is [width()]; each board's
  /// is `bias_stride` floats after the previous one. With `add`, the previous values of `out` are
  /// added.
  virtual void run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
                   std::size_t bias_stride, bool add, ConvolutionScratch& room) const = 0;

 protected:
  [[nodiscard]] std::size_t inputs() const { return inputs_; }

 private:
  std::size_t inputs_, outputs_;
  AlignedFloats bias_;
};

/// The fastest convolution for these kernels.
std::unique_ptr<CpuConvolution> make_convolution(const CpuKernels& kernels,
                                                 const FoldedLayer& layer);

}  // namespace tavlab
