#include "selfplay/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include "core/error.h"

namespace tavlab {

namespace fs = std::filesystem;

std::uint64_t shard_number(const fs::path& file) {
  const std::string name = file.filename().string();
  constexpr std::string_view kBegin = "games-", kEnd = ".h5";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return 0;
  std::uint64_t number = 0;
  const char* const end = name.data() + name.size() - kEnd.size();
  const auto [stopped, error] = std::from_chars(name.data() + kBegin.size(), end, number);
  return error == std::errc() && stopped == end ? number : 0;
}

std::vector<fs::path> shards_at(std::span<const std::string> paths) {
  std::vector<fs::path> shards;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      shards.emplace_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    fs::directory_iterator entry(path, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      if (shard_number(entry->path()) > 0) inside.push_back(entry->path());
    }
    if (error) throw UserError(fmt::format("{}: cannot be read: {}", path, error.message()));
    if (inside.empty()) {
      const bool begun = fs::exists(fs::path(path) / "state.json", error);
      throw UserError(fmt::format("{}: has no shards games-*.h5{}", path,
                                  begun ? ": its self-play was stopped before the first was full; "
                                          "resume it, or run it with --games of those finished"
                                        : ""));
    }
    std::ranges::sort(inside);
    shards.insert(shards.end(), inside.begin(), inside.end());
  }
  return shards;
}

void check_no_training(const fs::path& folder) {
  for (const char* const mark : {"checkpoint.safetensors", "state.json"}) {
    std::error_code error;
    if (!fs::exists(folder / mark, error)) continue;
    throw UserError(
        fmt::format("{}: holds a training run or games of self-play ({}); use another --out",
                    folder.string(), mark));
  }
}

void check_nothing_begun(const fs::path& folder, std::string_view mark) {
  constexpr std::array<std::string_view, 9> kFiles = {
      "config.toml",   "checkpoint.safetensors", "net.safetensors", "nets",
      "metrics.jsonl", "ladder.jsonl",           "report.html",     "state.json",
      "figures"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool shard =
        name.ends_with(".h5") && (name.starts_with("games-") || name.starts_with("in-flight-"));
    if (!shard && std::ranges::find(kFiles, name) == kFiles.end()) continue;
    throw UserError(
        fmt::format("{}: holds {} of another run, or of one whose {} was lost; use another --out",
                    folder.string(), name, mark));
  }
}

}  // namespace tavlab
