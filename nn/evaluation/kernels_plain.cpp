// Learned evaluations on any x86-64 machine.
#include "nn/evaluation/kernels_body.h"

namespace tavlab {
namespace {

struct Plain {
  template <std::size_t N>
  struct Sums {
    std::int32_t sum[N];
  };

  template <std::size_t N>
  static void load(Sums<N>& sums, const std::int32_t* bias) {
    for (std::size_t o = 0; o < N; ++o) sums.sum[o] = bias[o];
  }
  template <std::size_t N>
  static void add(Sums<N>& sums, const std::int16_t* pair, const std::int16_t* weights) {
    if (pair[0] == 0 && pair[1] == 0) return;  // the most frequent case
    for (std::size_t o = 0; o < N; ++o) {
      sums.sum[o] += pair[0] * weights[2 * o] + pair[1] * weights[2 * o + 1];
    }
  }
  template <std::size_t N>
  static void store(const Sums<N>& sums, std::int32_t* out) {
    for (std::size_t o = 0; o < N; ++o) out[o] = sums.sum[o];
  }
};

}  // namespace

const EvaluationKernels& plain_evaluation_kernels() { return EvaluationKernelsOf<Plain>::kKernels; }

}  // namespace tavlab
