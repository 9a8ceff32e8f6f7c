#pragma once

#include <filesystem>
#include <optional>

#include "experiments/directory_lock.h"

namespace tavlab {

/// The folder that a run writes to: made where it is missing, and locked. A folder that was made
/// and that nothing came to lie in, since the run could not begin, goes again.
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

}  // namespace tavlab
