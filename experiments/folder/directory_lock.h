#pragma once

#include <filesystem>

namespace tavlab {

/// Keeps a second run out of a folder: an advisory lock on the file `tavlab.lock` in it, which the
/// kernel releases when the process ends, however it ends; the file is removed too, unless the
/// process is killed. Throws UserError while another process holds it, and if a file of that name
/// is something else, which is left untouched.
class DirectoryLock {
 public:
  static constexpr const char* kName = "tavlab.lock";

  explicit DirectoryLock(const std::filesystem::path& folder);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

  /// Whether some process currently holds the lock. Writes nothing.
  static bool is_held(const std::filesystem::path& folder);

 private:
  /// Opens the file and takes the lock; false if the last holder removed it in between.
  bool take(const std::filesystem::path& folder);

  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace tavlab
