#pragma once

#ifdef __AVX512BF16__

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "nn/cpu/bfloat_kernels.h"
#include "tests/support/plain_kernels.h"

namespace tavlab {

/// Tiles of bfloat16 made of AVX-512's dot products (VDPBF16PS), which round as AMX's do: pairs of
/// products added to a float, nothing kept below the smallest normal number. Fast enough to play
/// matches where there is no AMX. For one thread.
struct DotTiles {
  static constexpr std::size_t kRows = 16, kBytes = 64;
  struct alignas(64) Tile {
    std::array<std::array<std::uint32_t, kBytes / 4>, kRows> row;
  };
  static inline std::array<Tile, 8> tiles;

  static void begin() {}
  static void end() {}
  template <int t>
  static void zero() {
    tiles[t] = {};
  }
  template <int t>
  static void load(const void* from, std::size_t bytes) {
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(tiles[t].row[r].data(), static_cast<const std::byte*>(from) + r * bytes, kBytes);
    }
  }
  template <int t>
  static void store(void* to, std::size_t bytes) {
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(static_cast<std::byte*>(to) + r * bytes, tiles[t].row[r].data(), kBytes);
    }
  }
  template <int sum, int a, int b>
  static void multiply_add() {
    for (std::size_t i = 0; i < kRows; ++i) {
      __m512 total = _mm512_load_ps(tiles[sum].row[i].data());
      for (std::size_t k = 0; k < 16; ++k) {
        const __m512i pair = _mm512_set1_epi32(static_cast<int>(tiles[a].row[i][k]));
        const __m512i row = _mm512_load_si512(tiles[b].row[k].data());
        total =
            _mm512_dpbf16_ps(total, std::bit_cast<__m512bh>(pair), std::bit_cast<__m512bh>(row));
      }
      _mm512_store_ps(tiles[sum].row[i].data(), total);
    }
  }
};

/// The kernels of a set with vectors, its convolutions by these tiles.
inline CpuKernels with_dot_tiles(CpuKernels kernels) {
  kernels.to_bfloat16 = BfloatKernels<PlainVector, DotTiles>::to_bfloat16;
  kernels.convolve_bfloat16 = BfloatKernels<PlainVector, DotTiles>::convolve;
  return kernels;
}

}  // namespace tavlab

#endif
