#include "nn/backends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "core/error.h"
#include "core/notice.h"
#include "nn/cpu/cpu_backend.h"
#include "nn/cpu/isa.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/torch_library.h"

namespace tavlab {
namespace {

/// The instruction set that nets use on this machine. Prints a notice once if it is not what the
/// environment asks for.
std::optional<CpuIsa> machine_isa() {
  static const IsaChoice choice = [] {
    const char* const wanted = std::getenv(kIsaVariable);
    const std::string_view name = wanted == nullptr ? "" : wanted;
    // Does not try instruction sets that are not wanted.
    const CpuIsa most = name == "eigen" ? CpuIsa::avx2 : isa_named(name).value_or(CpuIsa::amx);
    IsaChoice made = choose_isa(name, available_isas(most));
    if (!made.notice.empty()) notice(stderr, "tavlab: {}\n", made.notice);
    return made;
  }();
  return choice.isa;
}

std::unique_ptr<NetBackend> make_local_backend(const Net& net) {
  const std::optional<CpuIsa> isa = machine_isa();
  return isa ? make_cpu_backend(net, *isa) : make_eigen_backend(net);
}

}  // namespace

void check_instruction_set() { machine_isa(); }

std::string_view instruction_set_name() {
  const std::optional<CpuIsa> isa = machine_isa();
  return isa ? name_of(*isa) : "eigen";
}

std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice) {
  const bool elsewhere = choice.device != "cpu";
  if (choice.backend == "torch" || (choice.backend == "auto" && elsewhere)) {
    return torch_library().make_backend(net, choice.device);
  }
  if (std::ranges::find(kBackends, choice.backend) == kBackends.end()) {
    throw UserError(fmt::format("there is no backend '{}'; backends: {}", choice.backend,
                                fmt::join(kBackends, ", ")));
  }
  if (elsewhere) {
    throw UserError(fmt::format("the backend {} runs on the device cpu, not on '{}'",
                                choice.backend, choice.device));
  }
  if (choice.backend == "eigen") return make_eigen_backend(net);
  if (choice.backend == "cpu" || choice.backend == "auto") return make_local_backend(net);
  throw std::logic_error(fmt::format("backend '{}' is listed but not implemented", choice.backend));
}

}  // namespace tavlab
