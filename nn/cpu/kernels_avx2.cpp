// Compiled for x86-64-v3, independent of the rest: nothing here may run unless nn/cpu/isa.h reports
// it as available.
#include <immintrin.h>

#include "nn/cpu/isa_kernels.h"
#include "nn/cpu/vector_kernels.h"

namespace tavlab {
namespace {

struct Avx2 {
  using Reg = __m256;
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t block = 2;
  static constexpr std::size_t accumulators = 12;  // of 16 registers

  static Reg load(const float* from) { return _mm256_load_ps(from); }
  static Reg load_any(const float* from) { return _mm256_loadu_ps(from); }
  static void store(float* to, Reg value) { _mm256_store_ps(to, value); }
  static Reg broadcast(float value) { return _mm256_set1_ps(value); }
  static void prefetch(const float* from) { _mm_prefetch(from, _MM_HINT_T0); }
  static Reg zero() { return _mm256_setzero_ps(); }
  static Reg multiply_add(Reg a, Reg b, Reg c) { return _mm256_fmadd_ps(a, b, c); }
  static Reg larger(Reg a, Reg b) { return _mm256_max_ps(b, a); }
};

}  // namespace

const CpuKernels& avx2_kernels() {
  static constexpr CpuKernels table = VectorKernels<Avx2>::table();
  return table;
}

}  // namespace tavlab
