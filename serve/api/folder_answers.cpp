#include "serve/api/folder_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/ruleset/ruleset.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 3;
constexpr std::size_t kMaxFolders = 500;
constexpr std::uint64_t kMaxReport = std::uint64_t{64} << 20;
constexpr const char* kReport = "report.html";

/// What kind of run wrote a folder, by the file that only it has; null if none did.
const char* kind_of(const fs::path& folder) {
  constexpr std::pair<const char*, const char*> kKinds[] = {
      {"claim.json", "claim"},           {"calibration.json", "calibration"},
      {"ladder.json", "ladder"},         {"limit.json", "limit"},
      {"comparison.json", "comparison"}, {"metrics.jsonl", "training"},
      {"games.sqlite", "experiment"},
  };
  std::error_code error;
  for (const auto& [file, kind] : kKinds) {
    if (fs::is_regular_file(folder / file, error)) return kind;
  }
  return nullptr;
}

struct RunFolder {
  fs::path path;  ///< below the root
  const char* kind;
  bool has_report;
  double changed;  ///< seconds since 1970
};

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

void find_runs(const fs::path& root, const fs::path& below, int depth,
               std::vector<RunFolder>& found) {
  std::error_code error;
  const fs::path folder = root / below;
  if (const char* const kind = kind_of(folder)) {
    found.push_back(
        {below, kind, fs::is_regular_file(folder / kReport, error), changed_at(folder)});
    return;
  }
  if (depth == 0) return;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (found.size() >= kMaxFolders) return;
    const std::string name = entry.path().filename();
    if (entry.is_symlink(error) || !entry.is_directory(error) || name.starts_with('.')) continue;
    find_runs(root, below / name, depth - 1, found);
  }
}

std::vector<RunFolder> runs_below(const fs::path& root) {
  std::vector<RunFolder> found;
  find_runs(root, {}, kDepth, found);
  std::ranges::sort(found, std::greater<>(), &RunFolder::changed);
  return found;
}

/// The JSON of a file of a run; null if it cannot be read: a run may be writing it.
Json read_json(const fs::path& file) {
  try {
    const std::string text = read_file(file, kMaxDataBytes);
    if (!json_fault(text).empty()) return nullptr;
    return Json::parse(text);
  } catch (const UserError&) {
    return nullptr;
  }
}

std::string title_of(const std::string& rules, const Json& changes) {
  try {
    std::vector<std::string> overrides;
    for (const Json& each : changes) overrides.push_back(each.get<std::string>());
    return load_rule_set(rules, overrides).title;
  } catch (const std::exception&) {
    return rules;  // rules of another version
  }
}

/// The mean length of the games in a run's summary.
Json mean_plies(const fs::path& folder) {
  const Json summary = read_json(folder / "summary.json");
  if (!summary.is_object() || !summary.contains("cells")) return nullptr;
  double games = 0.0, plies = 0.0;
  for (const Json& cell : summary["cells"]) {
    const double count = cell.value("games", 0.0);
    games += count;
    if (cell.contains("plies") && cell["plies"].is_object()) {
      plies += count * cell["plies"].value("mean", 0.0);
    }
  }
  return games > 0.0 ? Json(plies / games) : Json(nullptr);
}

Json point_of(const fs::path& root, const RunFolder& run) {
  const Json json = read_json(root / run.path / "calibration.json");
  if (!json.is_object() || !json.contains("value_interval")) return nullptr;
  const std::string rules = json.value("rules", std::string());
  double games = 0.0;
  for (const Json& row : json["games"]) {
    for (const Json& count : row) games += count.get<double>();
  }
  return {{"rules", rules},
          {"changes", json["set"]},
          {"title", title_of(rules, json["set"])},
          {"player", json.value("first_player", std::string())},
          {"value", json["value"]},
          {"low", json["value_interval"][0]},
          {"high", json["value_interval"][1]},
          {"plies", mean_plies(root / run.path)},
          {"games", games},
          {"folder", run.path.generic_string()}};
}

}  // namespace

Json list_folders(const fs::path& root) {
  Json folders = Json::array();
  for (const RunFolder& run : runs_below(root)) {
    const std::string name = run.path.generic_string();
    folders.push_back({{"name", name},
                       {"kind", run.kind},
                       {"report", run.has_report ? Json("/reports/" + name) : Json(nullptr)},
                       {"changed", run.changed}});
  }
  return {{"folder", root.string()}, {"folders", folders}};
}

std::optional<std::string> report_of(const fs::path& root, std::string_view name) {
  const std::vector<RunFolder> runs = runs_below(root);
  const auto found = std::ranges::find_if(
      runs, [&](const RunFolder& run) { return run.path.generic_string() == name; });
  if (found == runs.end() || !found->has_report) return std::nullopt;
  return read_file(root / found->path / kReport, kMaxReport);
}

Json atlas(const fs::path& root) {
  Json points = Json::array();
  for (const RunFolder& run : runs_below(root)) {
    if (std::string_view(run.kind) != "calibration") continue;
    try {
      if (Json point = point_of(root, run); !point.is_null()) points.push_back(std::move(point));
    } catch (const Json::exception&) {
      continue;  // of another version, or being written
    }
  }
  return {{"points", points}};
}

}  // namespace tavlab::serve
