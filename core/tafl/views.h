#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bitboard.h"

#ifdef __AVX512VPOPCNTDQ__
#include <immintrin.h>
#endif

namespace tavlab::tafl {

/// Four words side by side. The compiler maps them to the machine's vectors.
using FourWords [[gnu::vector_size(32)]] = std::uint64_t;

/// The number of set bits of each word.
inline FourWords popcounts(FourWords words) {
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
  return (FourWords)_mm256_popcnt_epi64((__m256i)words);
#else
  FourWords n;
  for (int i = 0; i < 4; ++i)
    n[i] = static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(words[i])));
  return n;
#endif
}

/// A set of cells from the four sides of the board, one bitboard for each direction: in view d the
/// cells are numbered so that a step in direction d adds 1. A slide in all four directions is then
/// a few instructions on vectors of four words, one for each view.
template <int Words>
struct Views {
  using Lanes = FourWords;  ///< one word of each of the four views

  std::array<Lanes, Words> word{};

  void set(int direction, int number) {
    word[static_cast<std::size_t>(number >> 6)][direction] |= std::uint64_t{1} << (number & 63);
  }
  [[nodiscard]] int count(int direction) const {
    int n = 0;
    for (const Lanes& lanes : word)
      n += std::popcount(static_cast<std::uint64_t>(lanes[direction]));
    return n;
  }
  [[nodiscard]] Bitboard<Words> view(int direction) const {
    Bitboard<Words> board;
    for (std::size_t i = 0; i < Words; ++i) board.word[i] = word[i][direction];
    return board;
  }
  void set_view(int direction, const Bitboard<Words>& board) {
    for (std::size_t i = 0; i < Words; ++i) word[i][direction] = board.word[i];
  }

  Views& operator^=(const Views& v) {
    for (std::size_t i = 0; i < Words; ++i) word[i] ^= v.word[i];
    return *this;
  }
  friend Views operator^(Views a, const Views& b) { return a ^= b; }
  /// The number of cells of the set in each view.
  [[nodiscard]] Lanes counts() const {
    Lanes n{};
    for (const Lanes& lanes : word) n += popcounts(lanes);
    return n;
  }
  bool operator==(const Views& v) const {
    for (std::size_t i = 0; i < Words; ++i) {
      for (int d = 0; d < 4; ++d) {
        if (word[i][d] != v.word[i][d]) return false;
      }
    }
    return true;
  }
};

template <typename Lanes>
int sum(const Lanes& n) {
  return static_cast<int>((n[0] + n[1]) + (n[2] + n[3]));
}

/// The rules of sliding for one kind of piece.
template <int Words>
struct SlideMasks {
  Views<Words> pass;  ///< cells that it may pass when empty
  Views<Words> stop;  ///< cells that it may stop on when empty, a subset of `pass`
};

/// Finds the cells that pieces can slide to; each is the end of exactly one move, by the nearest
/// piece behind it. `pieces(i)` and `occupied(i)` return word i of these pieces and of all pieces
/// on the board; `first` and `last` are the ends of the lines.
///
/// Adding the first cell of each run of passable cells to the run produces a carry that clears the
/// run and sets the cell behind it (like o ^ (o - 2r) for a chess piece's slide, but for all pieces
/// at once). The last cells of lines are excluded from the runs, so that carries stop there.
///
/// Words are passed one by one: whole structures were copied with wider vectors than they had been
/// written with, and these store-forwarding stalls cost a fifth of a random ply.
template <int Words, typename Pieces, typename Occupied>
inline void slide_by_carry(Pieces&& pieces, Occupied&& occupied, const SlideMasks<Words>& masks,
                           const Bitboard<Words>& first, const Bitboard<Words>& last,
                           Views<Words>& targets) {
  using Lanes = typename Views<Words>::Lanes;
  Lanes shifted_in{}, carry{};
  for (std::size_t i = 0; i < Words; ++i) {
    const Lanes empty = ~occupied(i);
    const Lanes ahead = (pieces(i) << 1) | shifted_in;
    shifted_in = pieces(i) >> 63;
    const Lanes pass = masks.pass.word[i] & empty;
    const Lanes start = ahead & pass & ~first.word[i];
    const Lanes runs = pass & ~last.word[i];
    // runs + (start & runs) + carry, and the carry out. A true comparison is all ones.
    const Lanes low = runs + carry;
    const Lanes sum = low + (start & runs);
    carry = (Lanes)((low < runs) | (sum < low)) & 1U;
    const Lanes landed = (sum | start) & last.word[i];
    targets.word[i] = ((runs & ~sum) | landed) & masks.stop.word[i] & empty;
  }
}

}  // namespace tavlab::tafl
