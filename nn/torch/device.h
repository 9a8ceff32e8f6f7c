#pragma once

#include <string_view>

#include <torch/types.h>

namespace tavlab {

/// Reads "cpu" or "cuda:0". Throws UserError for a device that does not exist.
torch::Device parse_device(std::string_view text);

}  // namespace tavlab
