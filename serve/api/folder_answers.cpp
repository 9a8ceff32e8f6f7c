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
#include "core/text.h"
#include "core/translation.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 3;
constexpr std::size_t kMaxFolders = 500;
constexpr std::uint64_t kMaxReport = std::uint64_t{64} << 20;
constexpr const char* kReport = "report.html";

/// Whether a run wrote this file; a link could lead out of the folder.
bool is_own_file(const fs::path& file) {
  std::error_code error;
  return fs::symlink_status(file, error).type() == fs::file_type::regular;
}

/// What kind of run wrote a folder, by the file that only it has; null if none did.
const char* kind_of(const fs::path& folder) {
  constexpr std::pair<const char*, const char*> kKinds[] = {
      {"claim.json", "claim"},           {"calibration.json", "calibration"},
      {"ladder.json", "ladder"},         {"limit.json", "limit"},
      {"comparison.json", "comparison"}, {"metrics.jsonl", "training"},
      {"games.sqlite", "experiment"},
  };
  for (const auto& [file, kind] : kKinds) {
    if (is_own_file(folder / file)) return kind;
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
  const fs::path folder = root / below;
  if (const char* const kind = kind_of(folder)) {
    found.push_back({below, kind, is_own_file(folder / kReport), changed_at(folder)});
    return;
  }
  if (depth == 0) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (found.size() >= kMaxFolders) return;
    const std::string name = entry.path().filename();
    if (entry.is_symlink(error) || !entry.is_directory(error) || name.starts_with('.')) continue;
    if (!is_utf8(name)) continue;  // no address could name it
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
    if (!is_own_file(file)) return nullptr;
    const std::string text = read_file(file, kMaxDataBytes);
    if (!json_fault(text).empty()) return nullptr;
    return Json::parse(text);
  } catch (const UserError&) {
    return nullptr;
  }
}

std::string title_of(const std::string& rules, const std::vector<std::string>& changes,
                     Language language) {
  try {
    return title_in(language, load_rule_set(rules, changes));
  } catch (const UserError&) {
    return rules;  // rules of another version
  }
}

/// The mean length of the games in a run's summary.
Json mean_plies(const fs::path& folder) {
  const Json summary = read_json(folder / "summary.json");
  if (!summary.is_object()) return nullptr;
  double games = 0.0, plies = 0.0;
  for (const Json& cell : summary.at("cells")) {
    const auto count = cell.at("games").get<double>();
    const Json& length = cell.at("plies");  // null without games
    if (count == 0.0 || !length.is_object()) continue;
    games += count;
    plies += count * length.at("mean").get<double>();
  }
  return games > 0.0 ? Json(plies / games) : Json(nullptr);
}

/// Throws Json::exception for a file that is not a calibration as this version writes it.
Json point_of(const fs::path& root, const RunFolder& run, Language language) {
  const Json json = read_json(root / run.path / "calibration.json");
  const auto rules = json.at("rules").get<std::string>();
  const auto changes = json.at("set").get<std::vector<std::string>>();
  const Json& interval = json.at("value_interval");
  double games = 0.0;
  for (const Json& row : json.at("games")) {
    for (const Json& count : row) games += count.get<double>();
  }
  return {{"rules", rules},
          {"changes", changes},
          {"title", title_of(rules, changes, language)},
          {"player", json.at("first_player").get<std::string>()},
          {"value", json.at("value").get<double>()},
          {"low", interval.at(0).get<double>()},
          {"high", interval.at(1).get<double>()},
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

Json atlas(const fs::path& root, Language language) {
  Json points = Json::array();
  for (const RunFolder& run : runs_below(root)) {
    if (std::string_view(run.kind) != "calibration") continue;
    try {
      points.push_back(point_of(root, run, language));
    } catch (const Json::exception&) {
      continue;  // of another version, or being written
    }
  }
  return {{"points", points}};
}

}  // namespace tavlab::serve
