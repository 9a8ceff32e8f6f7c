#pragma once

#include "nn/cpu/kernels.h"

namespace tavlab {

// Nothing of this may be called but what nn/cpu/isa.h says may be.

const CpuKernels& avx2_kernels();
const CpuKernels& avx512_kernels();
const CpuKernels& amx_kernels();
/// Multiplies two tiles; where the processor or the operating system does not allow it, that ends
/// the process.
bool amx_works();

}  // namespace tavlab
