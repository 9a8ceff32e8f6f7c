#pragma once

#include <memory>

#include <c10/core/Device.h>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net on a CUDA device (run_on_device). Each backend has its own pinned memory; batches
/// are padded to a few sizes. Throws c10::Error.
std::unique_ptr<NetBackend> make_cuda_backend(const Net& net, const c10::Device& device);

}  // namespace tavlab
