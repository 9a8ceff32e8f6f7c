#include "serve/api/run_folders.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <system_error>

#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/text.h"
#include "selfplay/run_folder.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 3;
constexpr std::size_t kMaxFolders = 500;

/// The kind of the run that plays the games of a store; the others are experiments.
std::string kind_of_store(const fs::path& folder) {
  constexpr std::pair<std::string_view, const char*> kKinds[] = {
      {kClaimRun, "claim"},        {kMatchRun, "match"},      {"tavlab calibrate", "calibration"},
      {"tavlab ladder", "ladder"}, {"tavlab limit", "limit"}, {"tavlab compare", "comparison"},
  };
  try {
    const std::string command =
        with_store(folder, [](StoreLook& store) { return store.experiment().kind(); });
    for (const auto& [begin, kind] : kKinds) {
      if (command == begin) return kind;
    }
  } catch (const UserError&) {
    // Whoever opens the run is told what is wrong with its store.
  }
  return "experiment";
}

bool has_shards(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (shard_number(entry.path()) > 0 && is_own_file(entry.path())) return true;
  }
  return false;
}

/// What kind of run wrote a folder, by the file that only it has; empty if none did.
std::string kind_of(const fs::path& folder) {
  constexpr std::pair<const char*, const char*> kKinds[] = {
      {"claim.json", "claim"}, {"calibration.json", "calibration"}, {"ladder.json", "ladder"},
      {"limit.json", "limit"}, {"comparison.json", "comparison"},   {"metrics.jsonl", "training"},
      {"proof.json", "proof"},
  };
  for (const auto& [file, kind] : kKinds) {
    if (is_own_file(folder / file)) return kind;
  }
  if (is_own_file(folder / "games.sqlite")) return kind_of_store(folder);
  const bool shards = has_shards(folder);
  const bool begun = shards || is_own_file(folder / "checkpoint.safetensors") ||
                     is_own_file(folder / DirectoryLock::kName);
  const bool selfplay = is_own_file(folder / "state.json");
  if (begun && !selfplay && is_own_file(folder / "config.toml")) return "training";
  return shards ? "selfplay" : "";
}

double changed_at(const fs::path& folder) {
  double latest = 0.0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto time = fs::last_write_time(entry.path(), error);
    if (error) continue;
    const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
    latest = std::max(latest, std::chrono::duration<double>(since).count());
  }
  return latest;
}

std::optional<RunFolder> run_in(const fs::path& folder, std::string name) {
  std::string kind = kind_of(folder);
  if (kind.empty()) return std::nullopt;
  return RunFolder{folder,
                   std::move(name),
                   std::move(kind),
                   is_own_file(folder / "report.html"),
                   DirectoryLock::is_held(folder),
                   changed_at(folder)};
}

/// The server's folder may itself be that of a run.
std::string name_of_root(const fs::path& root) {
  std::error_code error;
  return fs::canonical(root, error).filename();
}

/// Whether a folder may hold runs that an address can name.
bool is_searched(const fs::path& folder, const std::string& name) {
  std::error_code error;
  return fs::symlink_status(folder, error).type() == fs::file_type::directory &&
         !name.starts_with('.') && is_utf8(name);
}

void find_runs(const fs::path& folder, const std::string& below, int depth,
               std::vector<RunFolder>& found) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (found.size() >= kMaxFolders) return;
    const std::string name = entry.path().filename();
    if (!is_searched(entry.path(), name)) continue;
    if (std::optional<RunFolder> run = run_in(entry.path(), below + name)) {
      found.push_back(std::move(*run));
    } else if (depth > 1) {
      find_runs(entry.path(), below + name + "/", depth - 1, found);
    }
  }
}

}  // namespace

bool is_own_file(const fs::path& file) {
  std::error_code error;
  return fs::symlink_status(file, error).type() == fs::file_type::regular;
}

std::vector<RunFolder> runs_below(const fs::path& root) {
  if (auto run = run_in(root, name_of_root(root))) return {std::move(*run)};
  std::vector<RunFolder> found;
  find_runs(root, "", kDepth, found);
  std::ranges::sort(found, std::greater<>(), &RunFolder::changed);
  return found;
}

std::optional<RunFolder> find_run(const fs::path& root, std::string_view name) {
  if (!kind_of(root).empty()) {
    return name == name_of_root(root) ? run_in(root, std::string(name)) : std::nullopt;
  }
  fs::path folder = root;
  int depth = 0;
  for (const std::string_view part : split(name, '/')) {
    if (part.empty() || part.find('\0') != std::string_view::npos) return std::nullopt;
    // What is inside a run is no run.
    if (++depth > kDepth || (depth > 1 && !kind_of(folder).empty())) return std::nullopt;
    folder /= part;
    if (!is_searched(folder, std::string(part))) return std::nullopt;
  }
  return run_in(folder, std::string(name));
}

Json read_json(const fs::path& file) {
  try {
    if (!is_own_file(file)) return nullptr;
    const std::string text = read_file(file, kMaxDataBytes);
    if (!json_fault(text).empty()) return nullptr;
    return Json::parse(text);
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace tavlab::serve
