#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// A file compiled into the binary (see cmake/embed.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< path below the embedded folder, such as "configs/first-look.toml"
  std::string_view content;
};

/// The file ID.toml, or null.
inline const EmbeddedFile* find_embedded(std::span<const EmbeddedFile> files, std::string_view id) {
  const std::string name = std::string(id) + ".toml";
  const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
  return found == files.end() ? nullptr : &*found;
}

/// Their names without .toml, sorted.
inline std::vector<std::string> embedded_ids(std::span<const EmbeddedFile> files) {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : files) {
    ids.emplace_back(file.name.substr(0, file.name.rfind('.')));
  }
  std::ranges::sort(ids);
  return ids;
}

}  // namespace tavlab
