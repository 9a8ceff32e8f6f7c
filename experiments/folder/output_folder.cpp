#include "experiments/folder/output_folder.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"

namespace tavlab {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  made_ = !fs::exists(path_, error);
  make_folder(path_);
  lock_.emplace(path_);
  remove_unfinished_files(path_);
}

OutputFolder::~OutputFolder() {
  lock_.reset();
  std::error_code error;
  if (made_) fs::remove(path_, error);  // fails if there are files in it
}

void refuse_foreign_files(const fs::path& folder, std::span<const std::string> names) {
  const auto is_there = [&](const fs::path& name) {
    std::error_code error;  // a dangling link exists, too
    return fs::exists(fs::symlink_status(folder / name, error));
  };
  for (const std::string& name : names) {
    if (!is_there(name)) continue;
    throw UserError(
        fmt::format("{}: already exists; choose another --out, or --force to replace it",
                    (folder / name).string()));
  }
}

}  // namespace tavlab
