#pragma once

#include "core/error.h"
#include "nn/net.h"
#include "nn/torch_library.h"
#include "tests/support/small_nets.h"

namespace tavlab {

/// Whether this machine and this LibTorch have a CUDA device.
inline bool has_cuda() {
  try {
    torch_library().make_backend(random_net("ur", small_spec("ur"), 1), "cuda:0");
    return true;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace tavlab
