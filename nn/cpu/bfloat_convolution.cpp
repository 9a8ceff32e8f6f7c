#include "nn/cpu/bfloat_convolution.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tavlab {

std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16U | 0x40U);  // a quiet NaN
  return static_cast<std::uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

BfloatConvolution::BfloatConvolution(const CpuKernels& kernels, const FoldedLayer& layer)
    : CpuConvolution(layer), kernels_(kernels), weights_(9 * depth() * width()) {
  for (std::size_t k = 0; k < 9; ++k) {
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      for (std::size_t o = 0; o < layer.outputs; ++o) {
        const std::size_t block = (o / kCpuWidth * 9 + k) * depth() + i / 2 * 2;
        weights_.data()[block * kCpuWidth + o % kCpuWidth * 2 + i % 2] =
            to_bfloat16(layer.weights[(k * layer.inputs + i) * layer.outputs + o]);
      }
    }
  }
}

void BfloatConvolution::run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
                            std::size_t bias_stride, bool add, ConvolutionScratch& room) const {
  const CpuBoards& layout = chunk.layout();
  const std::size_t cells = chunk.boards() * layout.board();
  const std::size_t before = layout.margin() * depth();
  room.rounded.grow(before + (cells + kBfloatCells + layout.margin()) * depth());
  std::fill_n(room.rounded.data(), before, std::uint16_t{0});
  std::uint16_t* const first = room.rounded.data() + before;
  kernels_.to_bfloat16(in, cells, padded_width(inputs()), first, depth());
  kernels_.convolve_bfloat16({.in = first,
                              .inputs = depth(),
                              .weights = weights_.data(),
                              .outputs = width(),
                              .board_of = chunk.board_of(),
                              .cells = cells,
                              .row = layout.row(),
                              .bias = bias,
                              .bias_stride = bias_stride,
                              .out = out,
                              .add = add});
}

}  // namespace tavlab
