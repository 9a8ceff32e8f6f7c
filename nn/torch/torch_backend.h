#pragma once

#include <memory>
#include <string_view>

#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// Runs a net by LibTorch on a device, "cpu" or "cuda:0"; on the CPU in the calling thread alone.
/// Throws UserError for a device that is not there.
std::unique_ptr<NetBackend> make_torch_backend(const Net& net, std::string_view device);

}  // namespace tavlab
