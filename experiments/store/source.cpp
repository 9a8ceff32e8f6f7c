#include "experiments/store/source.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "core/error.h"
#include "experiments/folder/directory_lock.h"

namespace tavlab {

namespace fs = std::filesystem;

namespace {

/// The store and its log, together in a new folder below another.
fs::path copied(const fs::path& store, const fs::path& log, const fs::path& scratch) {
  std::string name = (scratch / ".tavlab-copy-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw UserError(
        fmt::format("{}: cannot be written: {}", scratch.string(), std::strerror(errno)));
  }
  std::error_code error;
  for (const fs::path& each : {store, log}) {
    if (!error) fs::copy_file(each, fs::path(name) / each.filename(), error);
  }
  if (!error) return name;
  std::error_code ignored;
  fs::remove_all(name, ignored);
  throw UserError(fmt::format("{}: cannot be copied to {}, which is needed to read it: {}",
                              store.string(), scratch.string(), error.message()));
}

}  // namespace

StoreSource::StoreSource(const fs::path& folder, const fs::path& scratch)
    : path_(folder / "games.sqlite") {
  const bool writable = access(folder.c_str(), W_OK) == 0;
  if (writable && scratch.empty()) return;
  if (DirectoryLock::is_held(folder)) {
    mode_ = sqlite::Mode::read_only;  // the active run has made all files that SQLite needs
    return;
  }
  const fs::path log = path_.string() + "-wal";
  std::error_code error;
  if (!fs::is_regular_file(log, error) || fs::file_size(log, error) == 0) {
    mode_ = sqlite::Mode::immutable;
    return;
  }
  if (scratch.empty()) {
    throw UserError(fmt::format(
        "{}: the last run was killed, so {} also holds games, which can be read only in a writable "
        "folder; copy both files to one",
        path_.string(), log.filename().string()));
  }
  copy_ = copied(path_, log, scratch);
  path_ = copy_ / path_.filename();
}

StoreSource::~StoreSource() {
  if (copy_.empty()) return;
  std::error_code error;
  fs::remove_all(copy_, error);
}

}  // namespace tavlab
