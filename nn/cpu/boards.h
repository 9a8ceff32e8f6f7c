#pragma once

#include <cstddef>

namespace tavlab {

/// The layout of boards in memory: cells row by row, each with its channels. A cell of zeros after
/// every row, a row of zeros after every board, and some before the first are the padding.
class CpuBoards {
 public:
  CpuBoards() = default;
  CpuBoards(int rows, int columns)
      : rows_(static_cast<std::size_t>(rows)), columns_(static_cast<std::size_t>(columns)) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// Cells from one row to the next.
  [[nodiscard]] std::size_t row() const { return columns_ + 1; }
  /// Cells from one board to the next.
  [[nodiscard]] std::size_t board() const { return (rows_ + 1) * row(); }
  /// Cells before the first board.
  [[nodiscard]] std::size_t margin() const { return row() + 1; }
  /// Cells from a board's first to its last, including the zeros between rows.
  [[nodiscard]] std::size_t run() const { return rows_ * row() - 1; }
  [[nodiscard]] std::size_t cells(std::size_t boards) const { return margin() + boards * board(); }

  bool operator==(const CpuBoards&) const = default;

 private:
  std::size_t rows_ = 0, columns_ = 0;
};

}  // namespace tavlab
