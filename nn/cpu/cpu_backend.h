#pragma once

#include <memory>
#include <string>

#include "nn/backend.h"
#include "nn/cpu/isa.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net with tavlab's own kernels for an instruction set, which must be available. Boards
/// without a tiling (nn/cpu/winograd.h: sides of 1, 2 or 5 cells) use the reference.
std::unique_ptr<NetBackend> make_cpu_backend(const Net& net, CpuIsa isa);
/// The same with any kernels, which must outlive it, under the given name.
std::unique_ptr<NetBackend> make_cpu_backend(const Net& net, const CpuKernels& kernels,
                                             std::string name);

}  // namespace tavlab
