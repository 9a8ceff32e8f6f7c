#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "experiments/folder/directory_lock.h"
#include "experiments/store/store_look.h"
#include "serve/api/request.h"

// The folders of runs below the server's folder, and their files. Links are never followed: they
// could lead out of it.
namespace tavlab::serve {

struct RunFolder {
  std::filesystem::path path;
  std::string name;  ///< the path below the server's folder
  std::string kind;  ///< "experiment", "claim", ...
  bool has_report = false;
  bool running = false;
  double changed = 0.0;  ///< seconds since 1970
};

/// At most three levels down, the latest first.
std::vector<RunFolder> runs_below(const std::filesystem::path& root);

/// The run that `runs_below` gives this name; nullopt if there is none. Names that lead elsewhere
/// are no names of runs.
std::optional<RunFolder> find_run(const std::filesystem::path& root, std::string_view name);

/// Whether this is a regular file and not a link.
bool is_own_file(const std::filesystem::path& file);

/// The JSON of a file of a run; null if it cannot be read: a run may be writing it.
Json read_json(const std::filesystem::path& file);

/// Calls `work` with the store of a run.
template <typename Work>
auto with_store(const std::filesystem::path& folder, const Work& work) {
  const bool running = DirectoryLock::is_held(folder);
  try {
    StoreLook store(folder);
    return work(store);
  } catch (const UserError&) {
    // A run that began meanwhile may have changed what was being read.
    if (running || !DirectoryLock::is_held(folder)) throw;
  }
  StoreLook store(folder);
  return work(store);
}

}  // namespace tavlab::serve
