#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "serve/api/request.h"

// Experiments, claims, calibrations and trainings on disk.
namespace tavlab::serve {

/// The folders of runs below `root`, at most three levels down, the latest first:
/// {"folder", "folders": [{"name", "kind", "report", "changed", "running"}]}. `report` is the
/// address of its page, or null; `changed` is in seconds since 1970.
Json list_folders(const std::filesystem::path& root);

/// The report of the run in a folder that `list_folders` names; nullopt if there is none. Names
/// that lead out of `root` are no names of folders.
std::optional<std::string> report_of(const std::filesystem::path& root, std::string_view name);

/// What is at /folders/PATH: a run (NAME), its games (NAME/games) or one of them (NAME/games/ID);
/// nullopt if nothing is. `parameters` are the texts of the query. Throws UserError.
std::optional<Json> folder_answer(const std::filesystem::path& root, std::string_view path,
                                  const Json& parameters);

}  // namespace tavlab::serve
