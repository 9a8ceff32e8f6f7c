#include "nn/cpu/winograd_convolution.h"

#include <algorithm>
#include <vector>

#include "nn/cpu/winograd.h"

namespace tavlab {

WinogradConvolution::WinogradConvolution(const CpuKernels& kernels, const FoldedLayer& layer)
    : CpuConvolution(layer), kernels_(kernels), weights_(kPointPairs * layer.inputs * width()) {
  const std::vector<float> weights = winograd_weights(layer);
  AlignedFloats padded(layer.inputs * width());
  for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      std::copy_n(weights.data() + (pair * layer.inputs + i) * layer.outputs, layer.outputs,
                  padded.data() + i * width());
    }
    kernels.pack(padded.data(), layer.inputs, width(),
                 weights_.data() + pair * layer.inputs * width());
  }
}

void WinogradConvolution::run(const CpuChunk& chunk, const float* in, float* out, const float* bias,
                              std::size_t bias_stride, bool add, ConvolutionScratch& room) const {
  const std::size_t channels = padded_width(inputs());
  room.before.grow(chunk.point_rows() * channels);
  room.after.grow(chunk.point_rows() * width());
  chunk.for_each_shape(channels, room.before.data(),
                       [&](const CpuTiles& tiles) { kernels_.to_points(tiles, in); });
  for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
    kernels_.product({.in = room.before.data() + chunk.first_row(pair) * channels,
                      .in_stride = channels,
                      .weights = weights_.data() + pair * inputs() * width(),
                      .out = room.after.data() + chunk.first_row(pair) * width(),
                      .out_stride = width(),
                      .rows = chunk.rows_at(pair),
                      .inputs = inputs(),
                      .outputs = width()});
  }
  chunk.for_each_shape(width(), room.after.data(), [&](const CpuTiles& tiles) {
    kernels_.from_points(tiles, out, bias, bias_stride, add);
  });
}

}  // namespace tavlab
