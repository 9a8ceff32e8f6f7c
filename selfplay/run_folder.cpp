#include "selfplay/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <system_error>

#include "core/error.h"

namespace tavlab {

namespace fs = std::filesystem;

void check_nothing_begun(const fs::path& folder, std::string_view mark) {
  constexpr std::array<std::string_view, 8> kFiles = {
      "config.toml",   "checkpoint.safetensors", "net.safetensors", "nets",
      "metrics.jsonl", "ladder.jsonl",           "report.html",     "state.json"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool shard =
        name.ends_with(".h5") && (name.starts_with("games-") || name.starts_with("in-flight-"));
    if (!shard && std::ranges::find(kFiles, name) == kFiles.end()) continue;
    throw UserError(
        fmt::format("{}: holds {} of another run, or of one whose {} was lost; name another --out",
                    folder.string(), name, mark));
  }
}

}  // namespace tavlab
