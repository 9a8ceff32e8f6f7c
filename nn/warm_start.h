#pragma once

#include <string_view>

#include "nn/net.h"

namespace tavlab {

/// Gives `net` the weights of `from`, which may have been trained for other rules of the family and
/// on boards of another size: convolutions and pooling do not depend on it, and moves farther than
/// those that its policy covers get the logits of the farthest. If only `net` has a policy for each
/// side, both get that of `from`. Inputs of rules that `from` does not have get weights of 0.
/// `from` may have fewer blocks; the others then change nothing at first, since their last
/// normalization gets a scale of 0 (Goyal et al. 2017, section 5.1). Throws UserError, naming
/// `file`, if anything else about the nets differs.
void start_from(Net& net, const Net& from, std::string_view file);

}  // namespace tavlab
