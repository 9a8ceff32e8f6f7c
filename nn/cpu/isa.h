#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// Instruction sets that there are kernels for, from the slowest to the fastest.
enum class CpuIsa { avx2, avx512, amx };

std::string_view name_of(CpuIsa isa);

/// Nothing for an unknown name.
std::optional<CpuIsa> isa_named(std::string_view name);

/// Those up to `most` that the processor and the operating system allow, from the slowest to the
/// fastest. For AMX the process asks for tiles, and another one tries whether they work.
std::vector<CpuIsa> available_isas(CpuIsa most = CpuIsa::amx);

/// The environment variable that says which one to use: a name, or "eigen" for none.
inline constexpr const char* kIsaVariable = "TAVLAB_CPU_ISA";

/// An instruction set to use, if there is one, and what the user should know about the choice.
struct IsaChoice {
  std::optional<CpuIsa> isa;
  std::string notice;  ///< one line; empty where all is as asked for
};

/// The fastest of those available; or the one `wanted` (the variable's value, or nothing), or else
/// the next slower one. Throws UserError where there is none of that name.
IsaChoice choose_isa(std::string_view wanted, const std::vector<CpuIsa>& available);

const CpuKernels& kernels_of(CpuIsa isa);

}  // namespace tavlab
