#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// A backend and its device.
struct BackendChoice {
  std::string backend = "auto";  ///< one of kBackends
  std::string device = "cpu";    ///< or "cuda:0"

  bool operator==(const BackendChoice&) const = default;
};

/// Names of the backends: `cpu` is tavlab's own kernels for the processor's instruction sets,
/// `eigen` the reference, `torch` LibTorch's, which needs a build with it; `auto` is `cpu` on a
/// processor and `torch` on other devices. Without an instruction set for its kernels `cpu` is
/// `eigen`.
inline constexpr std::array<std::string_view, 4> kBackends = {"auto", "cpu", "eigen", "torch"};

/// Throws UserError where the environment asks for an unknown instruction set
/// (nn/cpu/isa.h): what the first net would say that runs on this machine.
void check_instruction_set();

/// The instruction set that nets run by on this machine: "avx512", or "eigen" for none. Throws as
/// check_instruction_set.
std::string_view instruction_set_name();

/// Throws UserError for an unknown backend or device.
std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice);

}  // namespace tavlab
