#pragma once

#include <filesystem>

namespace tavlab {

inline constexpr const char* kLockFile = "lock";

/// Keeps a second run out of a folder: an advisory lock on its kLockFile, which the kernel releases
/// when the process ends, however it ends. Throws UserError while another process holds it.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& folder);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace tavlab
