#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// Instruction sets with kernels, from the slowest to the fastest.
enum class CpuIsa { avx2, avx512, amx };

std::string_view name_of(CpuIsa isa);

/// Empty for an unknown name.
std::optional<CpuIsa> isa_named(std::string_view name);

/// Those up to `most` that the processor and the operating system support, from the slowest to the
/// fastest. For AMX, requests permission to use tiles, and tests them in a child process.
std::vector<CpuIsa> available_isas(CpuIsa most = CpuIsa::amx);

/// The environment variable that selects one: a name, or "eigen" for none.
inline constexpr const char* kIsaVariable = "TAVLAB_CPU_ISA";

/// The instruction set to use, if any, and a notice for the user.
struct IsaChoice {
  std::optional<CpuIsa> isa;
  std::string notice;  ///< one line; empty if the choice is as asked for
};

/// The fastest available one, or with `wanted` (the variable's value; may be empty) that one or the
/// next slower one. Throws UserError for an unknown name.
IsaChoice choose_isa(std::string_view wanted, const std::vector<CpuIsa>& available);

const CpuKernels& kernels_of(CpuIsa isa);

}  // namespace tavlab
