#include "serve/site/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/text.h"
#include "core/version.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"
#include "serve/api/answers.h"
#include "serve/api/atlas_answer.h"
#include "serve/api/folder_answers.h"

namespace tavlab {
std::span<const EmbeddedFile> embedded_page();
}  // namespace tavlab

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

/// Lists all files of an export, so that a later one replaces nothing else.
constexpr const char* kList = "tavlab-export.json";
constexpr double kSecondsMost = 60;
constexpr std::uint64_t kMaxModule = std::uint64_t{64} << 20;

/// The files of an export, being written.
class Files {
 public:
  explicit Files(fs::path folder) : folder_(std::move(folder)) {}

  void add(const fs::path& name, std::string_view content) {
    make_folder((folder_ / name).parent_path());
    write_file(folder_ / name, content);
    names_.insert(name.generic_string());
  }
  void add_json(const fs::path& name, const Json& json) { add(name, text_of(json)); }

  [[nodiscard]] std::size_t count() const { return names_.size(); }
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  fs::path folder_;
  std::set<std::string> names_;
};

/// Removes a folder unless it is kept.
class Unfinished {
 public:
  explicit Unfinished(fs::path folder) : folder_(std::move(folder)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }
  void keep() { folder_.clear(); }

 private:
  fs::path folder_;
};

[[noreturn]] void fail(const fs::path& path, std::string_view what) {
  throw UserError(fmt::format("--export {}: {}", printable(path.string()), what));
}

/// The files that an earlier export wrote into a folder; none if it is no export.
std::set<std::string> files_of_export(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_regular_file(folder / kList, error)) return {};
  const std::string text = read_file(folder / kList, kMaxDataBytes);
  if (!json_fault(text).empty()) return {};
  try {
    auto names = Json::parse(text).at("files").get<std::set<std::string>>();
    names.insert(kList);
    return names;
  } catch (const Json::exception&) {
    return {};
  }
}

/// Throws UserError if the folder holds anything that no export wrote.
void check_target(const fs::path& target) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(target, error);
  if (status.type() == fs::file_type::not_found) return;
  if (status.type() != fs::file_type::directory) fail(target, "exists, and is not a folder");
  const std::set<std::string> known = files_of_export(target);
  fs::recursive_directory_iterator entries(target, error);
  if (error) fail(target, error.message());
  for (const fs::directory_entry& entry : entries) {
    if (entry.symlink_status(error).type() == fs::file_type::directory) continue;
    const std::string name = entry.path().lexically_relative(target).generic_string();
    if (known.contains(name)) continue;
    fail(target,
         fmt::format("holds {}, which no export wrote; name a new folder", in_quotes(name)));
  }
}

/// The page's files. In the first one a mark tells the page that it is an export, and of what kind.
void add_page(Files& files, bool has_module) {
  for (const EmbeddedFile& file : embedded_page()) {
    std::string content(file.content);
    if (file.name == "index.html") {
      constexpr std::string_view kMark = "\"tavlab-export\" content=\"no\"";
      content.replace(
          content.find(kMark), kMark.size(),
          fmt::format("\"tavlab-export\" content=\"{}\"", has_module ? "module" : "files"));
    }
    files.add(file.name, content);
  }
}

/// The answers to a request in all languages.
template <typename Work>
void add_in_languages(Files& files, std::string_view name, Json request, const Work& answer) {
  for (const char* const language : {"en", "ru"}) {
    request["language"] = language;
    files.add_json(fmt::format("api/{}.{}.json", name, language), answer(request));
  }
}

void add_rules(Files& files, const std::string& name, const Json& request) {
  add_in_languages(files, "rules/" + name, request, describe_rules);
  const RuleSet rules = rule_set_of(request);
  const std::vector<Example> examples = examples_of(rules);  // once for all languages
  add_in_languages(files, "examples/" + name, request, [&](const Json& asked) {
    return examples_json(examples, rules.family, language_of(asked));
  });
}

/// The rules of all sets, and of those with changes that the atlas shows.
void add_all_rules(Files& files, const Json& points) {
  for (const std::string& id : builtin_rule_set_ids()) add_rules(files, id, {{"rules", id}});
  Json changed = Json::array();
  for (const Json& point : points) {
    if (point["changes"].empty()) continue;
    const Json request = {{"rules", point["rules"]}, {"changes", point["changes"]}};
    const std::string name = fmt::format("changed-{}", changed.size() + 1);
    try {
      add_rules(files, name, request);
    } catch (const UserError&) {
      continue;  // rules of another version
    }
    changed.push_back({{"rules", point["rules"]}, {"changes", point["changes"]}, {"name", name}});
  }
  files.add_json("api/changed.json", changed);
}

/// What is told of a run: neither how it was started nor what is wrong with its files, which may
/// name folders of this machine.
Json told_of_run(Json run, const Json& listed, bool with_games) {
  run["running"] = false;
  run["report"] = listed["report"];
  run["command"] = nullptr;
  run["has_games"] = with_games && run["has_games"] == true;
  if (!run["fault"].is_null()) {
    run["fault"] = "its files are damaged, or of another version of tavlab";
  }
  return run;
}

/// The first games of a run, listed and each by itself. Throws UserError if they cannot be read.
void add_games(Files& files, const fs::path& runs, const std::string& name) {
  constexpr int kGames = 200;
  const Json request = {{"limit", std::to_string(kGames)}};
  const auto list = folder_answer(runs, name + "/games", request);
  if (!list) throw UserError("no games");
  for (const Json& game : (*list)["games"]) {
    const auto id = game["id"].get<std::string>();
    add_in_languages(files, "folders/" + name + "/games/" + id, Json::object(),
                     [&](const Json& asked) {
                       return folder_answer(runs, name + "/games/" + id, asked).value_or(Json());
                     });
  }
  add_in_languages(files, "folders/" + name + "/games", request, [&](const Json& asked) {
    Json part = folder_answer(runs, name + "/games", asked).value_or(Json::object());
    part["total"] = part["games"].size();
    return part;
  });
}

/// The runs as they are now: nothing follows them. Their games are in their reports, and in the
/// page if it has the module, which replays them.
void add_runs(Files& files, const fs::path& runs, bool with_games) {
  Json list = list_folders(runs);
  list["folder"] = nullptr;  // where it was on this machine is nobody's business
  for (Json& listed : list["folders"]) {
    const auto name = listed["name"].get<std::string>();
    listed["running"] = false;
    const std::optional<std::string> report = report_of(runs, name);
    listed["report"] = nullptr;
    if (report) {
      const std::string file = "reports/" + name + "/index.html";
      files.add(file, *report);
      listed["report"] = file;
    }
    if (const auto run = folder_answer(runs, name, Json::object())) {
      bool replayed = with_games && (*run)["has_games"] == true;
      try {
        if (replayed) add_games(files, runs, name);
      } catch (const UserError&) {
        replayed = false;
      }
      add_in_languages(files, "folders/" + name, Json::object(), [&](const Json& asked) {
        return told_of_run(folder_answer(runs, name, asked).value_or(*run), listed, replayed);
      });
    }
  }
  files.add_json("api/folders.json", list);
}

/// The learned evaluations that come with tavlab, by the hashes of the rules for which a search
/// takes them (shipped_evaluation_for).
Json evaluations_by_rules() {
  Json names = Json::object();
  for (const std::string& name : shipped_evaluations()) {
    const EvaluationNet net = read_evaluation_net(find_evaluation(name));
    if (net.history.contains(kByNameOnly)) continue;
    for (const NetRules& rules : net.trained.rules) {
      Json& chosen = names[fmt::format("{:016x}", rules.hash)];
      if (chosen.is_null() || rules.id == name) chosen = name;
    }
  }
  return names;
}

void add_module(Files& files, const fs::path& wasm) {
  const std::string module = read_file(wasm, kMaxModule);
  constexpr std::string_view kMagic("\0asm", 4);
  if (!module.starts_with(kMagic)) {
    throw UserError(
        fmt::format("--wasm {}: is not a WebAssembly module; serve/README.md tells how "
                    "to build it",
                    printable(wasm.string())));
  }
  files.add("tavlab.wasm", module);
  const Json evaluations = evaluations_by_rules();
  files.add_json("evaluations.json", evaluations);
  std::set<std::string> names;
  for (const Json& name : evaluations) names.insert(name.get<std::string>());
  for (const std::string& name : names) {
    files.add("evaluations/" + name + ".safetensors",
              read_file(find_evaluation(name), kMaxDataBytes));
  }
}

void add_all(Files& files, const SiteOptions& options) {
  const bool has_module = !options.wasm.empty();
  if (has_module) add_module(files, options.wasm);
  add_page(files, has_module);
  files.add_json("api/about.json", Json{{"version", kVersion},
                                        {"read_only", !has_module},
                                        {"seconds_most", kSecondsMost},
                                        {"searches_most", 1},
                                        {"minutes_most", 0}});
  add_in_languages(files, "rulesets", Json::object(), list_rule_sets);
  add_in_languages(files, "families", Json::object(), list_families);
  add_in_languages(files, "atlas", Json::object(),
                   [&](const Json& asked) { return atlas(options.runs, language_of(asked)); });
  add_all_rules(files, atlas(options.runs)["points"]);
  add_runs(files, options.runs, has_module);
}

/// Puts a finished folder in the target's place.
void put(const fs::path& finished, const fs::path& target) {
  std::error_code error;
  const fs::path old = finished.string() + "-old";
  const bool replaces = fs::exists(target);
  if (replaces) fs::rename(target, old, error);
  if (!error) fs::rename(finished, target, error);
  if (error) {
    std::error_code ignored;
    if (replaces && !fs::exists(target, ignored)) fs::rename(old, target, ignored);
    fail(target, error.message());
  }
  if (replaces) fs::remove_all(old, error);
}

}  // namespace

std::size_t export_site(const SiteOptions& options) {
  fs::path target = options.target.lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "site/"
  if (target.filename() == "." || target.filename() == ".." || target.filename().empty()) {
    fail(options.target, "name a folder of its own");
  }
  check_target(target);
  make_folder(parent_folder(target));
  const fs::path aside =
      parent_folder(target) / fmt::format(".{}.tavlab-export", target.filename().string());
  std::error_code error;
  if (!fs::create_directory(aside, error)) {
    fail(target, error ? error.message()
                       : fmt::format("{} is there: another export runs, or was killed; remove it",
                                     printable(aside.string())));
  }
  Unfinished unfinished(aside);
  Files files(aside);
  add_all(files, options);
  const std::size_t count = files.count();
  files.add_json(kList, Json{{"version", kVersion}, {"files", files.names()}});
  put(aside, target);
  unfinished.keep();
  return count + 1;
}

}  // namespace tavlab::serve
