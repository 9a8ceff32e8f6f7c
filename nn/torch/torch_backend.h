#pragma once

#include <memory>
#include <string_view>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net with LibTorch on a device, "cpu" or "cuda:0"; on the CPU only in the calling thread.
/// Throws UserError if there is no such device.
std::unique_ptr<NetBackend> make_torch_backend(const Net& net, std::string_view device);

}  // namespace tavlab
