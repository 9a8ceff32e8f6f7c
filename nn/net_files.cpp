#include "nn/net_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "core/error.h"
#include "core/io/installation.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "net.safetensors";

fs::path folder_of_nets() {
  const fs::path installed = installed_file("share/tavlab/nets");
  return installed.empty() ? fs::path(TAVLAB_NETS) : installed;
}

}  // namespace

std::vector<std::string> shipped_nets() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_of_nets(), error)) {
    if (fs::exists(entry.path() / kFile, error)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path find_net(std::string_view text) {
  const bool is_path = text.find('/') != std::string_view::npos || text.ends_with(".safetensors");
  std::error_code error;
  if (is_path || fs::is_regular_file(text, error)) return text;
  const std::vector<std::string> names = shipped_nets();
  if (std::ranges::find(names, text) != names.end()) return folder_of_nets() / text / kFile;
  throw UserError(fmt::format(
      "net '{}': is neither a file nor a net that comes with tavlab: {}", text,
      names.empty() ? "there are none here" : fmt::format("there are {}", fmt::join(names, ", "))));
}

}  // namespace tavlab
