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

constexpr const char* kNet = "net.safetensors";
constexpr const char* kEvaluation = "evaluation.safetensors";

fs::path folder_of_nets() {
  const fs::path installed = installed_file("share/tavlab/nets");
  return installed.empty() ? fs::path(TAVLAB_NETS) : installed;
}

/// The sorted names of the folders that have such a file.
std::vector<std::string> shipped(const char* file) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_of_nets(), error)) {
    if (fs::exists(entry.path() / file, error)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path find(std::string_view text, const char* file, std::string_view what) {
  const bool is_path = text.find('/') != std::string_view::npos || text.ends_with(".safetensors");
  std::error_code error;
  if (is_path || fs::is_regular_file(text, error)) return text;
  const std::vector<std::string> names = shipped(file);
  if (std::ranges::find(names, text) != names.end()) return folder_of_nets() / text / file;
  throw UserError(fmt::format(
      "net '{}': is neither a file nor a {} that comes with tavlab: {}", text, what,
      names.empty() ? "there are none here" : fmt::format("there are {}", fmt::join(names, ", "))));
}

}  // namespace

std::vector<std::string> shipped_nets() { return shipped(kNet); }

fs::path find_net(std::string_view text) { return find(text, kNet, "net"); }

fs::path find_evaluation(std::string_view text) {
  return find(text, kEvaluation, "learned evaluation");
}

}  // namespace tavlab
