#pragma once

#include <string>
#include <string_view>

namespace tavlab {

/// A text that makes claims.
struct ClaimSource {
  std::string_view id;    ///< as claims name it: "S000"
  std::string_view file;  ///< the name of its file
  std::string_view name;  ///< for readers, at the beginning of a sentence
};

/// Null if it is not one of those that the built-in claims are about.
const ClaimSource* find_source(std::string_view id);

/// "Dmitry Skiryuk's reconstruction (S004)"; the id itself for other sources.
std::string source_name(std::string_view id);

}  // namespace tavlab
