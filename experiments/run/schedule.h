#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tavlab {

/// Hands out the games of many cells in small batches, so that all cells of a turn advance in
/// proportion to what each has to play, and their estimates improve together. Not thread-safe.
class Schedule {
 public:
  struct Batch {
    std::size_t cell = 0;
    std::vector<std::uint64_t> numbers;  ///< empty: nothing is left
  };

  /// `missing` holds the numbers to play in each cell, `wanted` the total number of games of each.
  Schedule(std::vector<std::vector<std::uint64_t>> missing, std::vector<std::uint64_t> wanted,
           std::size_t lanes);

  /// The expected time of a game of a cell, from earlier runs; 0 if unknown.
  void expect(std::size_t cell, double seconds);
  /// Records the time that a game took.
  void note(std::size_t cell, double seconds);

  /// Cells of a later turn wait while one of an earlier turn has games left. At first all have turn
  /// 0.
  void set_turn(std::size_t cell, int turn);

  /// Stops handing out games of a cell. Returns how many were dropped.
  std::uint64_t drop(std::size_t cell);

  /// The next games to play: of the cell that is furthest behind in the earliest turn, about half a
  /// second's worth.
  Batch next();

  [[nodiscard]] std::uint64_t left() const;  ///< games not handed out
  /// Work in games not yet finished, in single-thread seconds, as far as known.
  [[nodiscard]] double work_left() const;

 private:
  struct Cell {
    std::vector<std::uint64_t> missing;
    std::uint64_t wanted = 0;
    int turn = 0;
    std::size_t handed_out = 0;
    std::uint64_t finished = 0;  ///< in this run
    double seconds = 0.0;        ///< of those
    double expected = 0.0;
    [[nodiscard]] double mean_seconds() const;
  };

  std::vector<Cell> cells_;
  std::size_t lanes_;
};

}  // namespace tavlab
