#include "nn/evaluation/kernels.h"

#include <cstdlib>
#include <vector>

#include "nn/cpu/isa.h"

namespace tavlab {
namespace {

const EvaluationKernels& choose() {
  const char* const wanted = std::getenv(kIsaVariable);  // NOLINT(concurrency-mt-unsafe)
  const std::vector<CpuIsa> available = available_isas(CpuIsa::avx512);
  const IsaChoice choice = choose_isa(wanted == nullptr ? "" : wanted, available);
  if (!choice.isa) return plain_evaluation_kernels();
  switch (*choice.isa) {
    case CpuIsa::avx2:
      return avx2_evaluation_kernels();
    case CpuIsa::avx512:
    case CpuIsa::amx:
      break;
  }
  return avx512_evaluation_kernels();
}

}  // namespace

const EvaluationKernels& evaluation_kernels() {
  static const EvaluationKernels& kernels = choose();
  return kernels;
}

}  // namespace tavlab
