#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// What runs a net, and where.
struct BackendChoice {
  std::string backend = "auto";  ///< one of kBackends
  std::string device = "cpu";    ///< or "cuda:0"

  bool operator==(const BackendChoice&) const = default;
};

/// Names of the backends: tavlab's own kernels for the processor's instruction sets; the reference
/// by Eigen; LibTorch's, which needs a build with it; and the fastest of those that there are.
inline constexpr std::array<std::string_view, 4> kBackends = {"auto", "cpu", "eigen", "torch"};

/// Throws UserError for a backend or device that there is not.
std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice);

}  // namespace tavlab
