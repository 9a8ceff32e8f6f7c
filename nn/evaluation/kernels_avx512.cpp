// Learned evaluations with AVX-512.
#include <immintrin.h>

#include "nn/evaluation/kernels_body.h"

namespace tavlab {
namespace {

struct Avx512 {
  static constexpr std::size_t kLanes = 16;

  template <std::size_t N>
  struct Sums {
    __m512i sum[N / kLanes];
  };

  template <std::size_t N>
  static void load(Sums<N>& sums, const std::int32_t* bias) {
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      sums.sum[r] = _mm512_load_si512(reinterpret_cast<const __m512i*>(bias + r * kLanes));
    }
  }
  template <std::size_t N>
  static void add(Sums<N>& sums, const std::int16_t* pair, const std::int16_t* weights) {
    std::int32_t both;
    __builtin_memcpy(&both, pair, sizeof both);
    const __m512i inputs = _mm512_set1_epi32(both);
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      const auto* const row = reinterpret_cast<const __m512i*>(weights + 2 * r * kLanes);
      sums.sum[r] =
          _mm512_add_epi32(sums.sum[r], _mm512_madd_epi16(inputs, _mm512_load_si512(row)));
    }
  }
  template <std::size_t N>
  static void store(const Sums<N>& sums, std::int32_t* out) {
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      _mm512_store_si512(reinterpret_cast<__m512i*>(out + r * kLanes), sums.sum[r]);
    }
  }
};

}  // namespace

const EvaluationKernels& avx512_evaluation_kernels() {
  return EvaluationKernelsOf<Avx512>::kKernels;
}

}  // namespace tavlab
