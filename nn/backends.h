#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// The choice of a backend and a device.
struct BackendChoice {
  std::string backend = "auto";  ///< one of kBackends
  std::string device = "cpu";    ///< or "cuda:0"

  bool operator==(const BackendChoice&) const = default;
};

/// Names of the backends: `cpu` is tavlab's own kernels for several instruction sets, `eigen` the
/// reference, `torch` LibTorch (needs a build with it); `auto` is `cpu` on the CPU and `torch` on
/// other devices. On a CPU without an instruction set of its kernels, `cpu` is `eigen`.
inline constexpr std::array<std::string_view, 4> kBackends = {"auto", "cpu", "eigen", "torch"};

/// Throws UserError if the environment asks for an unknown instruction set (nn/cpu/isa.h), as the
/// first net that runs would.
void check_instruction_set();

/// The instruction set that nets use on this machine, such as "avx512"; "eigen" for none. Throws as
/// check_instruction_set does.
std::string_view instruction_set_name();

/// Throws UserError for an unknown backend or device.
std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice);

}  // namespace tavlab
