#pragma once

#include <string>
#include <vector>

namespace tavlab {

/// The sorted names of the nets that come with tavlab (see `find_net`).
std::vector<std::string> shipped_nets();

}  // namespace tavlab
