#pragma once

#include <memory>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net by Eigen's matrix products: the reference for every faster backend, and what a build
/// without LibTorch plays with.
std::unique_ptr<NetBackend> make_eigen_backend(const Net& net);

}  // namespace tavlab
