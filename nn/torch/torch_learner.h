#pragma once

#include <memory>
#include <string_view>

#include "nn/learner.h"

namespace tavlab {

/// A learner with LibTorch on a device, "cpu" or "cuda:0", that starts from a net. Throws UserError
/// if there is no such device.
std::unique_ptr<Learner> make_torch_learner(const Net& net, const LearnerOptions& options,
                                            std::string_view device);

}  // namespace tavlab
