// Learned evaluations with AVX2.
#include <immintrin.h>

#include "nn/evaluation/kernels_body.h"

namespace tavlab {
namespace {

struct Avx2 {
  static constexpr std::size_t kLanes = 8;

  template <std::size_t N>
  struct Sums {
    __m256i sum[N / kLanes];
  };

  template <std::size_t N>
  static void load(Sums<N>& sums, const std::int32_t* bias) {
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      sums.sum[r] = _mm256_load_si256(reinterpret_cast<const __m256i*>(bias + r * kLanes));
    }
  }
  template <std::size_t N>
  static void add(Sums<N>& sums, const std::int16_t* pair, const std::int16_t* weights) {
    std::int32_t both;
    __builtin_memcpy(&both, pair, sizeof both);
    const __m256i inputs = _mm256_set1_epi32(both);
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      const auto* const row = reinterpret_cast<const __m256i*>(weights + 2 * r * kLanes);
      sums.sum[r] =
          _mm256_add_epi32(sums.sum[r], _mm256_madd_epi16(inputs, _mm256_load_si256(row)));
    }
  }
  template <std::size_t N>
  static void store(const Sums<N>& sums, std::int32_t* out) {
    for (std::size_t r = 0; r < N / kLanes; ++r) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(out + r * kLanes), sums.sum[r]);
    }
  }
};

}  // namespace

const EvaluationKernels& avx2_evaluation_kernels() { return EvaluationKernelsOf<Avx2>::kKernels; }

}  // namespace tavlab
