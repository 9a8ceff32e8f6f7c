#include "nn/cpu/isa.h"

#include <cpuid.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <iterator>

#include "core/error.h"
#include "nn/cpu/isa_kernels.h"

namespace tavlab {
namespace {

constexpr std::array kAll = {CpuIsa::avx2, CpuIsa::avx512, CpuIsa::amx};
constexpr std::array<std::string_view, kAll.size()> kNames = {"avx2", "avx512", "amx"};

/// From the compiler's runtime, which checks CPUID and, by XGETBV, the operating system's support.
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") != 0 &&
         __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

/// Tiles and their products of bfloat16 (Intel's manual, volume 2, CPUID leaf 7).
bool reports_amx() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  constexpr unsigned kProducts = 1U << 22U, kTiles = 1U << 24U;
  return (d & kProducts) != 0 && (d & kTiles) != 0 && __builtin_cpu_supports("avx512bf16") != 0;
}

/// Asks Linux for the state of the tiles, for this process and its threads (Linux 5.16).
bool may_use_tiles() {
  constexpr int kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr int kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

/// Some virtual machines report tiles that do not work, others do not report the palettes of tiles
/// that do, so a child process tries.
bool try_amx() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    prctl(PR_SET_DUMPABLE, 0);  // a fault is an answer, nothing to report
    for (const int fault : {SIGILL, SIGSEGV, SIGBUS}) std::signal(fault, SIG_DFL);
    _exit(amx_works() ? 0 : 1);
  }
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  // If SIGCHLD is ignored, waitpid does not report the child.
  return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool available(CpuIsa isa) {
  switch (isa) {
    case CpuIsa::avx2:
      return has_avx2();
    case CpuIsa::avx512:
      return has_avx512();
    case CpuIsa::amx:
      return has_avx512() && reports_amx() && may_use_tiles() && try_amx();
  }
  return false;
}

}  // namespace

std::string_view name_of(CpuIsa isa) { return kNames[static_cast<std::size_t>(isa)]; }

std::optional<CpuIsa> isa_named(std::string_view name) {
  const auto found = std::ranges::find(kAll, name, name_of);
  return found == kAll.end() ? std::nullopt : std::optional(*found);
}

std::vector<CpuIsa> available_isas(CpuIsa most) {
  std::vector<CpuIsa> found;
  for (const CpuIsa isa : kAll) {
    if (isa <= most && available(isa)) found.push_back(isa);
  }
  return found;
}

IsaChoice choose_isa(std::string_view wanted, const std::vector<CpuIsa>& available) {
  if (wanted == "eigen") return {};
  IsaChoice choice;
  if (wanted.empty()) {
    if (available.empty()) {
      choice.notice = fmt::format("this machine has none of {}: nets run on the slow backend eigen",
                                  fmt::join(kNames, ", "));
    } else {
      choice.isa = available.back();
    }
    return choice;
  }
  const std::optional<CpuIsa> asked = isa_named(wanted);
  if (!asked) {
    throw UserError(fmt::format("{} is '{}'; expected one of eigen, {}", kIsaVariable, wanted,
                                fmt::join(kNames, ", ")));
  }
  for (const CpuIsa isa : available) {
    if (isa <= *asked) choice.isa = isa;
  }
  const std::string_view used = choice.isa ? name_of(*choice.isa) : "eigen";
  if (used != wanted) {
    choice.notice = fmt::format("this machine has no {}, which {} asks for: nets run on {}", wanted,
                                kIsaVariable, used);
  }
  return choice;
}

const CpuKernels& kernels_of(CpuIsa isa) {
  switch (isa) {
    case CpuIsa::avx2:
      return avx2_kernels();
    case CpuIsa::avx512:
      return avx512_kernels();
    case CpuIsa::amx:
      break;
  }
  return amx_kernels();
}

}  // namespace tavlab
