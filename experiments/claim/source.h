#pragma once

#include <string_view>

namespace tavlab {

/// A text that makes claims.
struct ClaimSource {
  std::string_view id;    ///< as claims name it: "S000"
  std::string_view file;  ///< the name of its file
};

/// Null if it is not one of those that the built-in claims are about.
const ClaimSource* find_source(std::string_view id);

}  // namespace tavlab
