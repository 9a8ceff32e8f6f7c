#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "experiments/folder/directory_lock.h"

namespace tavlab {

/// The folder that a run writes to: made where it is missing, and locked. A folder that was made
/// is removed again if it is still empty, since the run could not begin.
class OutputFolder {
 public:
  /// Throws UserError when the folder cannot be made, or another run is at work in it.
  explicit OutputFolder(std::filesystem::path path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  std::filesystem::path path_;
  bool made_ = false;
  std::optional<DirectoryLock> lock_;
};

/// Keeps what is not tavlab's from being replaced: throws UserError where something in `folder` has
/// one of the `names` that a run is about to write. Not for a folder that holds an earlier run.
void refuse_foreign_files(const std::filesystem::path& folder, std::span<const std::string> names);

}  // namespace tavlab
