#pragma once

#include <cstddef>

#include "nn/cpu/aligned.h"
#include "nn/cpu/kernels.h"
#include "nn/folded.h"

namespace tavlab {

/// A layer over rows, packed for an instruction set.
class CpuLinear {
 public:
  CpuLinear() = default;
  CpuLinear(const CpuKernels& kernels, const FoldedLayer& layer);

  [[nodiscard]] std::size_t outputs() const { return outputs_; }
  /// Floats per row of the output, padded with zeros.
  [[nodiscard]] std::size_t width() const { return padded_width(outputs_); }

  /// Rows of `in` are `stride` floats apart, those of `out` width() floats, aligned to 64 bytes.
  void run(const float* in, std::size_t stride, std::size_t rows, float* out, bool rectify) const;

 private:
  const CpuKernels* kernels_ = nullptr;
  std::size_t inputs_ = 0, outputs_ = 0;
  AlignedFloats weights_, bias_;
};

}  // namespace tavlab
