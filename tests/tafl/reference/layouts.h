#pragma once

#include <string>
#include <vector>

namespace tavlab::reference {

using Rows = std::vector<std::string>;

/// The layout of this name, top rank first.
const Rows& layout(const std::string& name);

}  // namespace tavlab::reference
