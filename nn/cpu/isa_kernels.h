#pragma once

#include "nn/cpu/kernels.h"

namespace tavlab {

// One file each; nn/cpu/isa.h says which may be called.
const CpuKernels& avx2_kernels();
const CpuKernels& avx512_kernels();

}  // namespace tavlab
