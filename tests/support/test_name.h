#pragma once

#include <algorithm>
#include <string>

namespace tavlab {

/// An id as a part of a test's name, which has no hyphens.
inline std::string test_name(std::string id) {
  std::ranges::replace(id, '-', '_');
  return id;
}

}  // namespace tavlab
