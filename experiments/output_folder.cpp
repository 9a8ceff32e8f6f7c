#include "experiments/output_folder.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/files.h"

namespace tavlab {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  made_ = !fs::exists(path_, error);
  make_folder(path_);
  lock_.emplace(path_);
}

OutputFolder::~OutputFolder() {
  lock_.reset();
  std::error_code error;
  const fs::directory_iterator entries(path_, error);
  const auto is_lock = [](const auto& entry) { return entry.path().filename() == kLockFile; };
  if (made_ && !error && std::all_of(begin(entries), end(entries), is_lock)) {
    fs::remove_all(path_, error);
  }
}

}  // namespace tavlab
