#include "nn/cpu/isa.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>

#include "nn/cpu/isa_kernels.h"

namespace tavlab {
namespace {

constexpr std::array kAll = {CpuIsa::avx2, CpuIsa::avx512};

/// What the compiler's runtime found by CPUID, and by XGETBV of what the operating system saves.
bool available(CpuIsa isa) {
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                    __builtin_cpu_supports("bmi2") != 0;
  if (isa == CpuIsa::avx2) return avx2;
  return avx2 && __builtin_cpu_supports("avx512f") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

}  // namespace

std::string_view name_of(CpuIsa isa) { return isa == CpuIsa::avx2 ? "avx2" : "avx512"; }

std::vector<CpuIsa> available_isas() {
  std::vector<CpuIsa> found;
  std::ranges::copy_if(kAll, std::back_inserter(found), available);
  return found;
}

IsaChoice choose_isa(std::string_view wanted, const std::vector<CpuIsa>& available) {
  if (wanted == "eigen") return {};
  IsaChoice choice;
  if (wanted.empty()) {
    if (!available.empty()) choice.isa = available.back();
    return choice;
  }
  const auto asked = std::ranges::find(kAll, wanted, name_of);
  for (const CpuIsa isa : available) {
    if (asked == kAll.end() || isa <= *asked) choice.isa = isa;
  }
  const std::string_view used = choice.isa ? name_of(*choice.isa) : "eigen";
  if (asked == kAll.end()) {
    choice.notice =
        fmt::format("{} is '{}', which is none of eigen, {}: nets run by {}", kIsaVariable, wanted,
                    fmt::join(kAll | std::views::transform(name_of), ", "), used);
  } else if (used != wanted) {
    choice.notice = fmt::format("this machine has no {}, which {} asks for: nets run by {}", wanted,
                                kIsaVariable, used);
  }
  return choice;
}

const CpuKernels& kernels_of(CpuIsa isa) {
  return isa == CpuIsa::avx2 ? avx2_kernels() : avx512_kernels();
}

}  // namespace tavlab
