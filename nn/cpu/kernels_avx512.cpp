// Compiled for x86-64-v4, whatever the rest is compiled for: nothing here may run before
// nn/cpu/isa.h has allowed it.
#include <immintrin.h>

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
  static Reg larger(Reg a, Reg b) { return _mm512_max_ps(a, b); }
};

}  // namespace

const CpuKernels& avx512_kernels() {
  static constexpr CpuKernels table = VectorKernels<Avx512>::table();
  return table;
}

}  // namespace tavlab
