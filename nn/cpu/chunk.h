#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nn/cpu/boards.h"
#include "nn/cpu/kernels.h"

namespace tavlab {

inline constexpr std::size_t kPointPairs = kWinogradPoints * kWinogradPoints;

/// Boards that go through a net together: their Winograd tiles, and the layout of the tiles' values
/// at the points. Each pair of points (of rows and columns) has a matrix, with a row for each tile
/// that has the pair.
class CpuChunk {
 public:
  CpuChunk() = default;
  /// The sides must have tiles (tile_sizes()).
  CpuChunk(const CpuBoards& layout, std::size_t boards);

  [[nodiscard]] const CpuBoards& layout() const { return layout_; }
  [[nodiscard]] std::size_t boards() const { return boards_; }
  /// The board of each cell, from the first cell of the first board; -1 for padding.
  [[nodiscard]] const std::int32_t* board_of() const { return board_of_.data(); }
  /// The number of rows of all matrices together.
  [[nodiscard]] std::size_t point_rows() const { return point_rows_; }
  /// The number of rows of one matrix, and of all those before it.
  [[nodiscard]] std::size_t rows_at(std::size_t pair) const { return rows_at_[pair]; }
  [[nodiscard]] std::size_t first_row(std::size_t pair) const { return first_row_[pair]; }

  /// Calls f(const CpuTiles&) for the tiles of each shape; cells and rows of values at the points
  /// have the given number of channels.
  template <typename F>
  void for_each_shape(std::size_t channels, float* values, F&& f) const {
    std::array<float*, kPointPairs> points{};
    for (std::size_t shape = 0; shape < kShapes.size(); ++shape) {
      if (corners_[shape].empty()) continue;
      for (std::size_t pair = 0; pair < kPointPairs; ++pair) {
        points[pair] = values + shape_row_[shape][pair] * channels;
      }
      f(CpuTiles{.height = kShapes[shape][0],
                 .width = kShapes[shape][1],
                 .corners = corners_[shape].data(),
                 .count = corners_[shape].size(),
                 .boards = boards_,
                 .board = layout_.board(),
                 .row = layout_.row(),
                 .channels = channels,
                 .points = points.data()});
    }
  }

 private:
  static constexpr std::array<std::array<std::size_t, 2>, 4> kShapes = {
      {{3, 4}, {4, 4}, {4, 3}, {3, 3}}};

  CpuBoards layout_;
  std::size_t boards_ = 0;
  std::vector<std::int32_t> board_of_;
  std::array<std::vector<std::size_t>, kShapes.size()> corners_;
  std::size_t point_rows_ = 0;
  std::array<std::size_t, kPointPairs> rows_at_{}, first_row_{};
  /// The first row of each shape at each pair of points that it has.
  std::array<std::array<std::size_t, kPointPairs>, kShapes.size()> shape_row_{};
};

}  // namespace tavlab
