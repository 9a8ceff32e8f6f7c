#include "nn/cpu/linear.h"

#include <algorithm>

namespace tavlab {

CpuLinear::CpuLinear(const CpuKernels& kernels, const FoldedLayer& layer)
    : kernels_(&kernels),
      inputs_(layer.inputs),
      outputs_(layer.outputs),
      weights_(layer.inputs * width()),
      bias_(width()) {
  AlignedFloats padded(inputs_ * width());
  for (std::size_t i = 0; i < inputs_; ++i) {
    std::copy_n(layer.weights.data() + i * outputs_, outputs_, padded.data() + i * width());
  }
  kernels.pack(padded.data(), inputs_, width(), weights_.data());
  std::ranges::copy(layer.bias, bias_.data());
}

void CpuLinear::run(const float* in, std::size_t stride, std::size_t rows, float* out,
                    bool rectify) const {
  kernels_->product({.in = in,
                     .in_stride = stride,
                     .weights = weights_.data(),
                     .bias = bias_.data(),
                     .out = out,
                     .out_stride = width(),
                     .rows = rows,
                     .inputs = inputs_,
                     .outputs = width(),
                     .rectify = rectify});
}

}  // namespace tavlab
