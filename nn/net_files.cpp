#include "nn/net_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "core/error.h"
#include "core/io/installation.h"
#include "core/near.h"
#include "nn/shipped_nets.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// Files of one kind that come with tavlab, each in a folder of its name.
struct Shelf {
  const char* installed;  ///< relative to the installation
  const char* source;
  const char* file;
  std::string_view what;
};
constexpr Shelf kNets = {"share/tavlab/nets", TAVLAB_NETS, "net.safetensors", "net"};
constexpr Shelf kEvaluations = {"share/tavlab/evaluations", TAVLAB_EVALUATIONS,
                                "evaluation.safetensors", "learned evaluation"};

fs::path folder_of(const Shelf& shelf) {
  const fs::path installed = installed_file(shelf.installed);
  return installed.empty() ? fs::path(shelf.source) : installed;
}

/// The sorted names of the folders that have the file.
std::vector<std::string> shipped(const Shelf& shelf) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_of(shelf), error)) {
    if (fs::exists(entry.path() / shelf.file, error))
      names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path find(std::string_view text, const Shelf& shelf) {
  const bool is_path = text.find('/') != std::string_view::npos || text.ends_with(".safetensors");
  std::error_code error;
  if (is_path || fs::is_regular_file(text, error)) return text;
  const std::vector<std::string> names = shipped(shelf);
  if (std::ranges::find(names, text) != names.end()) return folder_of(shelf) / text / shelf.file;
  if (text == "auto") {
    throw UserError("net 'auto': only agents have one chosen by the rules; name a net");
  }
  throw UserError(fmt::format(
      "net '{}': is neither a file nor a {} that comes with tavlab{}: {}", text, shelf.what,
      near_note(text, names),
      names.empty() ? "there are none here" : fmt::format("there are {}", fmt::join(names, ", "))));
}

}  // namespace

std::vector<std::string> shipped_nets() { return shipped(kNets); }

std::vector<std::string> shipped_evaluations() { return shipped(kEvaluations); }

fs::path find_net(std::string_view text) { return find(text, kNets); }

fs::path find_evaluation(std::string_view text) { return find(text, kEvaluations); }

}  // namespace tavlab
