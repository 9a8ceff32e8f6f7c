#include "nn/backends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/torch_library.h"

namespace tavlab {

std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice) {
  if (choice.backend == "torch") return torch_library().make_backend(net, choice.device);
  if (choice.backend == "auto") {
    // Dense nets are so small that each call of LibTorch costs more than their arithmetic.
    const bool board = net.spec.trunk == NetSpec::Trunk::residual;
    const bool elsewhere = choice.device != "cpu";
    if (elsewhere) return torch_library().make_backend(net, choice.device);
    const TorchLibrary* const torch = board ? find_torch_library() : nullptr;
    return torch == nullptr ? make_eigen_backend(net) : torch->make_backend(net, choice.device);
  }
  if (choice.backend != "eigen") {
    throw UserError(fmt::format("there is no backend '{}'; backends: {}", choice.backend,
                                fmt::join(kBackends, ", ")));
  }
  if (choice.device != "cpu") {
    throw UserError(
        fmt::format("the backend eigen runs on the device cpu, not on '{}'", choice.device));
  }
  return make_eigen_backend(net);
}

}  // namespace tavlab
