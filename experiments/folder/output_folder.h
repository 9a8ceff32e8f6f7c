#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/folder/directory_lock.h"

namespace tavlab {

/// The folder that a run writes to: created if missing, and locked. A created folder that is still
/// empty is removed again, since the run could not begin.
class OutputFolder {
 public:
  /// Throws UserError when the folder cannot be created, or another run is using it.
  explicit OutputFolder(std::filesystem::path path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path path_;
  bool made_ = false;
  std::optional<DirectoryLock> lock_;
};

/// Protects foreign files from being replaced: throws UserError if something in `folder` has one of
/// the `names` that a run is about to write. Not for a folder that holds an earlier run.
void refuse_foreign_files(const std::filesystem::path& folder, std::span<const std::string> names);

}  // namespace tavlab
