#include "serve/api/folder_answers.h"

#include <cstdint>
#include <string>

#include "core/io/files.h"
#include "serve/api/run_answers.h"
#include "serve/api/run_folders.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxReport = std::uint64_t{64} << 20;

}  // namespace

Json list_folders(const fs::path& root) {
  Json folders = Json::array();
  for (const RunFolder& run : runs_below(root)) folders.push_back(folder_json(run));
  return {{"folder", root.string()}, {"folders", folders}};
}

std::optional<std::string> report_of(const fs::path& root, std::string_view name) {
  const std::optional<RunFolder> run = find_run(root, name);
  if (!run || !run->has_report) return std::nullopt;
  return read_file(run->path / "report.html", kMaxReport);
}

std::optional<Json> folder_answer(const fs::path& root, std::string_view path,
                                  const Json& parameters) {
  if (const auto run = find_run(root, path)) return describe_run(*run, language_of(parameters));
  constexpr std::string_view kGames = "/games";
  const std::size_t at = path.rfind(kGames);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<RunFolder> run = find_run(root, path.substr(0, at));
  const std::string_view rest = path.substr(at + kGames.size());
  if (!run || (!rest.empty() && !rest.starts_with('/'))) return std::nullopt;
  if (rest.empty()) return list_games(*run, parameters);
  return stored_game(*run, rest.substr(1), language_of(parameters));
}

}  // namespace tavlab::serve
