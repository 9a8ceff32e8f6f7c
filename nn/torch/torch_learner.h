#pragma once

#include <memory>
#include <string_view>

#include "nn/learner.h"

namespace tavlab {

/// A learner by LibTorch on a device, "cpu" or "cuda:0", that goes on from a net. Throws UserError
/// for a device that is not there.
std::unique_ptr<Learner> make_torch_learner(const Net& net, const LearnerOptions& options,
                                            std::string_view device);

}  // namespace tavlab
