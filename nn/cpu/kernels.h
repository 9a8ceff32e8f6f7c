#pragma once

#include <cstddef>
#include <cstdint>

namespace tavlab {

/// Widths of layers in memory and distances between rows are multiples of this many floats (64
/// bytes), and all pointers passed to kernels are aligned to it; except `bias` and CpuProduct::in
/// with its rows, which are read value by value.
inline constexpr std::size_t kCpuWidth = 16;

/// A layer over rows: out = in * weights + bias, optionally rectified.
struct CpuProduct {
  const float* in = nullptr;  ///< [rows][inputs], rows `in_stride` floats apart
  std::size_t in_stride = 0;
  const float* weights = nullptr;  ///< as CpuKernels::pack writes them
  const float* bias = nullptr;     ///< [outputs], or none
  float* out = nullptr;            ///< [rows][outputs]; not `in`
  std::size_t out_stride = 0;
  std::size_t rows = 0;
  std::size_t inputs = 0;   ///< need not be a multiple of kCpuWidth
  std::size_t outputs = 0;  ///< a multiple of kCpuWidth
  bool rectify = false;
};

/// Points of Winograd's transform along one axis: tiles of four cells have all of them, tiles of
/// three all but the fifth (nn/cpu/winograd.h).
inline constexpr std::size_t kWinogradPoints = 6;

/// Tiles of one shape on all boards of a chunk, and where their values at the points are.
struct CpuTiles {
  std::size_t height = 4;  ///< 3 or 4 cells
  std::size_t width = 4;
  const std::size_t* corners = nullptr;  ///< [count]: cells from a board's first to a tile's first
  std::size_t count = 0;                 ///< tiles of a board
  std::size_t boards = 0;
  std::size_t board = 0;     ///< cells from one board to the next
  std::size_t row = 0;       ///< and from one row to the next
  std::size_t channels = 0;  ///< floats from one cell to the next
  /// [pair of points of rows and columns]: where the first tile's values are, `channels` floats;
  /// those of the others follow, by boards, then tiles.
  float* const* points = nullptr;
};

/// Mean and maximum of each channel of a board.
struct CpuPool {
  const float* in = nullptr;  ///< the board's first cell
  std::size_t rows = 0, columns = 0;
  std::size_t row_stride = 0;  ///< floats
  std::size_t channels = 0;    ///< between cells, too
  float* sums = nullptr;       ///< [channels]
  float* maxima = nullptr;     ///< [channels]
};

/// A 3x3 convolution of numbers rounded to bfloat16, with sums in float, rectified.
struct CpuBfloatConvolution {
  /// Cells of `inputs` numbers, beginning with the first board's first. Zeros separate boards and
  /// fill a row and a cell before them; that many cells plus kBfloatCells are readable after them.
  const std::uint16_t* in = nullptr;
  std::size_t inputs = 0;                  ///< a multiple of kBfloatInputs
  const std::uint16_t* weights = nullptr;  ///< in the order of BfloatConvolution
  std::size_t outputs = 0;                 ///< a multiple of kCpuWidth
  const std::int32_t* board_of = nullptr;  ///< [cells]: the board of each, -1 for the zeros
  std::size_t cells = 0;
  std::size_t row = 0;          ///< cells from one row to the next
  const float* bias = nullptr;  ///< [outputs] of the first board, the others `bias_stride` further
  std::size_t bias_stride = 0;
  float* out = nullptr;  ///< cells with `outputs` floats, of which only those on boards are written
  bool add = false;      ///< adds the previous values of `out`
};

/// Inputs that are multiplied together, and cells that are computed together.
inline constexpr std::size_t kBfloatInputs = 32, kBfloatCells = 32;

/// The functions that are compiled for each instruction set.
struct CpuKernels {
  /// Reorders weights [inputs][outputs] for `product`; the size stays the same.
  void (*pack)(const float* weights, std::size_t inputs, std::size_t outputs, float* packed);
  void (*product)(const CpuProduct&);
  /// The points of all tiles, from the cells of the tiles and those around them.
  void (*to_points)(const CpuTiles&, const float* cells);
  /// The cells of all tiles from their points: the convolution's result plus `bias` (`bias_stride`
  /// floats between boards), plus what the cells held if `add`, rectified.
  void (*from_points)(const CpuTiles&, float* cells, const float* bias, std::size_t bias_stride,
                      bool add);
  void (*pool)(const CpuPool&);
  /// Measures the processor's peak rate of multiply-adds: returns their number, and leaves the
  /// result in `sink`.
  std::size_t (*multiply_adds)(std::size_t rounds, float* sink);
  /// Rounds cells of `channels` floats (a multiple of kCpuWidth) to bfloat16, to the nearest, ties
  /// to even; zeros fill them up to `width`. Both are null without bfloat16 tiles.
  void (*to_bfloat16)(const float* from, std::size_t cells, std::size_t channels, std::uint16_t* to,
                      std::size_t width);
  void (*convolve_bfloat16)(const CpuBfloatConvolution&);
};

}  // namespace tavlab
