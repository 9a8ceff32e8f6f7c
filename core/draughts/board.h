#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bitboard.h"
#include "core/subscript.h"

// Squares and sets of them. Only squares of the colour of a1 are numbered: rank by rank from a1,
// 13 numbers for two ranks, so that a step is +-6 or +-7 on boards of every size. The unused
// numbers at the ends of ranks are never on the board, so that a step over the edge leads to no
// square.
namespace tavlab::draughts {

inline constexpr int kMaxSize = 12;
inline constexpr int kSquares = 78;  ///< numbers on a board of 12 ranks

constexpr int square_at(int file, int rank) {
  return 13 * (rank / 2) + (rank % 2 == 0 ? 0 : 7) + file / 2;
}
constexpr int rank_of(int square) { return 2 * (square / 13) + (square % 13 >= 7 ? 1 : 0); }
constexpr int file_of(int square) {
  return square % 13 >= 7 ? 2 * (square % 13 - 7) + 1 : 2 * (square % 13);
}

/// Sets of squares, for boards of up to 10 ranks and for larger ones.
using Narrow = std::uint64_t;
__extension__ using Wide = unsigned __int128;

template <typename Bits>
constexpr Bits bit(int square) {
  return Bits{1} << square;
}

inline int count(Narrow set) { return std::popcount(set); }
inline int count(Wide set) {
  return std::popcount(static_cast<Narrow>(set)) + std::popcount(static_cast<Narrow>(set >> 64));
}

/// The first and the last square of a non-empty set.
inline int lowest(Narrow set) { return std::countr_zero(set); }
inline int lowest(Wide set) {
  const auto low = static_cast<Narrow>(set);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Narrow>(set >> 64));
}
inline int highest(Narrow set) { return 63 - std::countl_zero(set); }
inline int highest(Wide set) {
  const auto high = static_cast<Narrow>(set >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<Narrow>(set));
}

/// The k-th square of a set in ascending order, k from 0, less than count(set).
inline int nth(Narrow set, int k) { return select_bit(set, k); }
inline int nth(Wide set, int k) {
  const int low = std::popcount(static_cast<Narrow>(set));
  return k < low ? select_bit(static_cast<Narrow>(set), k)
                 : 64 + select_bit(static_cast<Narrow>(set >> 64), k - low);
}

/// The directions: up left, up right, down left, down right, as White sees them. 3 - d is opposite
/// to d; 2 and 3 are down.
inline constexpr int kDirections = 4;
constexpr int opposite(int direction) { return 3 - direction; }
constexpr bool goes_up(int direction) { return direction < 2; }

/// A set shifted by one step.
template <typename Bits>
constexpr Bits step(Bits set, int direction) {
  return goes_up(direction) ? set << (6 + direction) : set >> (9 - direction);
}

/// Constants of a board of one size.
template <typename Bits>
struct Geometry {
  Bits board = 0;
  Bits main_road = 0;                  ///< the diagonal from a1
  std::array<Bits, 2> crowning_row{};  ///< by side
  std::array<Bits, 2> before_crowning_row{};
  std::array<Bits, kMaxSize> rows{};
  Bits centre = 0;  ///< the middle half of ranks and files
  /// The squares from each square in each direction, without the square itself.
  std::array<std::array<Bits, kSquares>, kDirections> rays{};

  void fill(int size);
};

template <typename Bits>
void Geometry<Bits>::fill(int size) {
  for (int rank = 0; rank < size; ++rank) {
    for (int file = rank % 2; file < size; file += 2) {
      const Bits square = bit<Bits>(square_at(file, rank));
      board |= square;
      if (file == rank) main_road |= square;
      if (rank == size - 1) crowning_row[0] |= square;
      if (rank == size - 2) before_crowning_row[0] |= square;
      if (rank == 0) crowning_row[1] |= square;
      if (rank == 1) before_crowning_row[1] |= square;
      rows[at(rank)] |= square;
      const auto is_middle = [&](int line) {
        return 4 * line + 2 >= size && 4 * line + 2 <= 3 * size;
      };
      if (is_middle(rank) && is_middle(file)) centre |= square;
    }
  }
  for (int rank = 0; rank < size; ++rank) {
    for (int file = rank % 2; file < size; file += 2) {
      const int square = square_at(file, rank);
      for (int direction = 0; direction < kDirections; ++direction) {
        Bits& ray = rays[at(direction)][at(square)];
        for (Bits next = step(bit<Bits>(square), direction) & board; next != 0;
             next = step(next, direction) & board) {
          ray |= next;
        }
      }
    }
  }
}

}  // namespace tavlab::draughts
