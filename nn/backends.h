#pragma once

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

/// Names of the backends: LibTorch's, which needs a build with it; the reference by Eigen; and the
/// faster of those that there are.
inline constexpr std::string_view kBackends[] = {"auto", "eigen", "torch"};

/// Throws UserError for a backend or device that there is not.
std::unique_ptr<NetBackend> make_backend(const Net& net, const BackendChoice& choice);

}  // namespace tavlab
