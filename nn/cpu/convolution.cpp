#include "nn/cpu/convolution.h"

#include <algorithm>

#include "nn/cpu/bfloat_convolution.h"
#include "nn/cpu/winograd_convolution.h"

namespace tavlab {

CpuConvolution::CpuConvolution(const FoldedLayer& layer)
    : inputs_(layer.inputs), outputs_(layer.outputs), bias_(padded_width(layer.outputs)) {
  std::ranges::copy(layer.bias, bias_.data());
}

std::unique_ptr<CpuConvolution> make_convolution(const CpuKernels& kernels,
                                                 const FoldedLayer& layer) {
  if (kernels.convolve_bfloat16 != nullptr) {
    return std::make_unique<BfloatConvolution>(kernels, layer);
  }
  return std::make_unique<WinogradConvolution>(kernels, layer);
}

}  // namespace tavlab
