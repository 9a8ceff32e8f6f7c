#pragma once

#include <memory>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net with Eigen's matrix products: the reference for all other backends.
std::unique_ptr<NetBackend> make_eigen_backend(const Net& net);

}  // namespace tavlab
