#include "nn/cpu/convolution.h"

#include <algorithm>

#include "nn/cpu/winograd.h"

namespace tavlab {
namespace {

/// The only point that tiles of three do not have.
constexpr std::size_t kPointOfFour = 4;

}  // namespace

CpuTiling::CpuTiling(const CpuBoards& layout, std::size_t boards)
    : layout_(layout), boards_(boards) {
  const std::vector<std::size_t> heights = tile_sizes(layout.rows()),
                                 widths = tile_sizes(layout.columns());
  std::size_t r = 0;
  for (const std::size_t height : heights) {
    std::size_t c = 0;
    for (const std::size_t width : widths) {
      const auto shape = std::ranges::find(kShapes, std::array{height, width}) - kShapes.begin();
      corners_[static_cast<std::size_t>(shape)].push_back(r * layout.row() + c);
      c += width;
    }
    r += height;
  }
  for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
    first_row_[pair] = point_rows_;
    for (std::size_t shape = 0; shape < kShapes.size(); ++shape) {
      const auto [height, width] = kShapes[shape];
      if (pair / kWinogradPoints == kPointOfFour && height != 4) continue;
      if (pair % kWinogradPoints == kPointOfFour && width != 4) continue;
      shape_row_[shape][pair] = point_rows_;
      point_rows_ += boards * corners_[shape].size();
    }
    rows_at_[pair] = point_rows_ - first_row_[pair];
  }
}

CpuConvolution::CpuConvolution(const CpuKernels& kernels, const FoldedLayer& layer)
    : kernels_(&kernels),
      inputs_(layer.inputs),
      outputs_(layer.outputs),
      weights_(kPointPairs * inputs_ * width()),
      bias_(width()) {
  const std::vector<float> weights = winograd_weights(layer);
  AlignedFloats padded(inputs_ * width());
  for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
    for (std::size_t i = 0; i < inputs_; ++i) {
      std::copy_n(weights.data() + (pair * inputs_ + i) * outputs_, outputs_,
                  padded.data() + i * width());
    }
    kernels.pack(padded.data(), inputs_, width(), weights_.data() + pair * inputs_ * width());
  }
  std::ranges::copy(layer.bias, bias_.data());
}

void CpuConvolution::run(const CpuTiling& tiling, const float* in, float* out, const float* bias,
                         std::size_t bias_stride, bool add, CpuPointRoom& room) const {
  const std::size_t channels = padded_width(inputs_);
  room.before.grow(tiling.point_rows() * channels);
  room.after.grow(tiling.point_rows() * width());
  tiling.for_each_shape(channels, room.before.data(),
                        [&](const CpuTiles& tiles) { kernels_->to_points(tiles, in); });
  for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
    kernels_->product({.in = room.before.data() + tiling.first_row(pair) * channels,
                       .in_stride = channels,
                       .weights = weights_.data() + pair * inputs_ * width(),
                       .out = room.after.data() + tiling.first_row(pair) * width(),
                       .out_stride = width(),
                       .rows = tiling.rows_at(pair),
                       .inputs = inputs_,
                       .outputs = width()});
  }
  tiling.for_each_shape(width(), room.after.data(), [&](const CpuTiles& tiles) {
    kernels_->from_points(tiles, out, bias, bias_stride, add);
  });
}

}  // namespace tavlab
