#pragma once

#include <filesystem>

namespace tavlab {

/// Keeps a second run out of a folder: an advisory lock on `folder/lock`, which the kernel releases
/// when the process ends, however it ends; the file goes, too, unless the process is killed. Throws
/// UserError while another process holds it.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& folder);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// Whether some process holds the lock at this moment. Writes nothing.
  static bool is_held(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace tavlab
