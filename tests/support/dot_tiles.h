#pragma once

#ifdef __AVX512BF16__

#include <immintrin.h>

#include <bit>
#include <cstddef>
#include <cstring>

#include "nn/cpu/bfloat_kernels.h"
#include "tests/support/plain_kernels.h"

namespace tavlab {

/// Tiles of bfloat16 made of AVX-512's dot products (VDPBF16PS), which round as AMX's do (products
/// added to a float, subnormal numbers flushed to zero), with the sums in another order. Fast
/// enough to play matches where there is no AMX. For one thread.
struct DotTiles : PlainTiles {
  template <int sum, int a, int b>
  static void multiply_add() {
    for (std::size_t i = 0; i < kRows; ++i) {
      __m512 total = _mm512_load_ps(tiles[sum][i].data());
      for (std::size_t k = 0; k < 16; ++k) {
        int pair = 0;
        std::memcpy(&pair, &tiles[a][i][4 * k], 4);
        const __m512i row = _mm512_load_si512(tiles[b][k].data());
        total = _mm512_dpbf16_ps(total, std::bit_cast<__m512bh>(_mm512_set1_epi32(pair)),
                                 std::bit_cast<__m512bh>(row));
      }
      _mm512_store_ps(tiles[sum][i].data(), total);
    }
  }
};

/// The kernels of a set with vectors, with convolutions by these tiles.
inline CpuKernels with_dot_tiles(CpuKernels kernels) {
  kernels.to_bfloat16 = BfloatKernels<PlainVector, DotTiles>::to_bfloat16;
  kernels.convolve_bfloat16 = BfloatKernels<PlainVector, DotTiles>::convolve;
  return kernels;
}

}  // namespace tavlab

#endif
