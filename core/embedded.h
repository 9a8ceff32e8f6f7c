#pragma once

#include <span>
#include <string_view>

namespace tavlab {

/// A file compiled into the binary (see cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< path below the folder that was embedded, e.g. "tafl/helmfrid-11.toml"
  std::string_view content;
};

}  // namespace tavlab
