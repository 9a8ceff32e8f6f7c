#include "nn/cpu/chunk.h"

#include <algorithm>

#include "nn/cpu/winograd.h"

namespace tavlab {
namespace {

/// The only point that tiles of three do not have.
constexpr std::size_t kPointOfFour = 4;

}  // namespace

CpuChunk::CpuChunk(const CpuBoards& layout, std::size_t boards)
    : layout_(layout), boards_(boards), board_of_(boards * layout.board(), -1) {
  for (std::size_t board = 0; board < boards; ++board) {
    for (std::size_t r = 0; r < layout.rows(); ++r) {
      std::fill_n(board_of_.data() + board * layout.board() + r * layout.row(), layout.columns(),
                  static_cast<std::int32_t>(board));
    }
  }
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

}  // namespace tavlab
