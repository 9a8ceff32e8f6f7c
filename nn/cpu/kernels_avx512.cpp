// Compiled for x86-64-v4, AVX-512's bfloat16 and AMX, independent of the rest: nothing here may run
// unless nn/cpu/isa.h reports it as available.
#include <immintrin.h>

#include "nn/cpu/bfloat_kernels.h"
#include "nn/cpu/isa_kernels.h"
#include "nn/cpu/vector_kernels.h"

namespace tavlab {
namespace {

struct Avx512 {
  using Reg = __m512;
  static constexpr std::size_t lanes = 16;
  static constexpr std::size_t block = 4;
  static constexpr std::size_t accumulators = 24;  // of 32 registers

  static Reg load(const float* from) { return _mm512_load_ps(from); }
  static Reg load_any(const float* from) { return _mm512_loadu_ps(from); }
  static void store(float* to, Reg value) { _mm512_store_ps(to, value); }
  static Reg broadcast(float value) { return _mm512_set1_ps(value); }
  static void prefetch(const float* from) { _mm_prefetch(from, _MM_HINT_T0); }
  static Reg zero() { return _mm512_setzero_ps(); }
  static Reg multiply_add(Reg a, Reg b, Reg c) { return _mm512_fmadd_ps(a, b, c); }
  static Reg larger(Reg a, Reg b) { return _mm512_max_ps(b, a); }
};

/// With the conversion that comes with AMX.
struct Avx512Bfloat : Avx512 {
  static void store_bfloat16(std::uint16_t* to, Reg value) {
    const __m256bh rounded = _mm512_cvtneps_pbh(value);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(rounded));
  }
};

struct AmxTiles {
  static void begin() {
    // Intel's manual, volume 1, chapter 18: palette 1; for each of eight tiles, bytes per row and
    // rows.
    struct alignas(64) Config {
      std::uint8_t palette, start_row, reserved[14];
      std::uint16_t row_bytes[16];
      std::uint8_t rows[16];
    };
    Config config = {};
    config.palette = 1;
    for (int tile = 0; tile < 8; ++tile) {
      config.row_bytes[tile] = 64;
      config.rows[tile] = 16;
    }
    asm volatile("ldtilecfg %0" : : "m"(config));
  }
  static void end() { _tile_release(); }

  // Not the compilers' intrinsics: those of g++ do not accept a tile number from a template
  // parameter, and its _tile_loadconfig declares that only 8 of the 64 bytes are read (g++ 12).
  template <int tile>
  static void zero() {
    asm volatile("tilezero %%tmm%c0" : : "i"(tile));
  }
  template <int tile>
  static void load(const void* from, std::size_t bytes) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" : : "r"(from), "r"(bytes), "i"(tile) : "memory");
  }
  template <int tile>
  static void store(void* to, std::size_t bytes) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(to), "r"(bytes), "i"(tile) : "memory");
  }
  template <int sum, int a, int b>
  static void multiply_add() {
    asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" : : "i"(sum), "i"(a), "i"(b));
  }
};

}  // namespace

const CpuKernels& avx512_kernels() {
  static constexpr CpuKernels table = VectorKernels<Avx512>::table();
  return table;
}

const CpuKernels& amx_kernels() {
  static constexpr CpuKernels table = [] {
    CpuKernels made = VectorKernels<Avx512Bfloat>::table();
    made.to_bfloat16 = BfloatKernels<Avx512Bfloat, AmxTiles>::to_bfloat16;
    made.convolve_bfloat16 = BfloatKernels<Avx512Bfloat, AmxTiles>::convolve;
    made.multiply_adds = BfloatKernels<Avx512Bfloat, AmxTiles>::multiply_adds;
    return made;
  }();
  return table;
}

bool amx_works() {
  alignas(64) std::uint16_t ones[16 * kBfloatInputs];
  alignas(64) float sums[16 * kCpuWidth];
  for (std::uint16_t& each : ones) each = 0x3F80;  // 1
  AmxTiles::begin();
  AmxTiles::zero<0>();
  AmxTiles::load<4>(ones, 64);
  AmxTiles::load<6>(ones, 64);
  AmxTiles::multiply_add<0, 4, 6>();
  AmxTiles::multiply_add<0, 4, 6>();
  AmxTiles::store<0>(sums, 64);
  AmxTiles::end();
  for (const float sum : sums) {
    if (sum != 64.0F) return false;
  }
  return true;
}

}  // namespace tavlab
