#pragma once

#include "nn/cpu/kernels.h"

namespace tavlab {

// Only call what nn/cpu/isa.h reports as available.

const CpuKernels& avx2_kernels();
const CpuKernels& avx512_kernels();
const CpuKernels& amx_kernels();
/// Multiplies two tiles. Kills the process if the processor or the operating system does not
/// support it.
bool amx_works();

}  // namespace tavlab
