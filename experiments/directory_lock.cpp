#include "experiments/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "core/error.h"

namespace tavlab {
namespace {

/// The process number that the holder wrote, for the message; it may be missing.
std::string holder(int file) {
  std::array<char, 32> text{};
  const ssize_t size = pread(file, text.data(), text.size() - 1, 0);
  std::string digits;
  for (ssize_t i = 0; i < size; ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c < '0' || c > '9') break;
    digits += c;
  }
  return digits.empty() ? "another process" : "process " + digits;
}

}  // namespace

DirectoryLock::DirectoryLock(const std::filesystem::path& folder) {
  path_ = folder / "lock";
  for (bool removed = true; removed;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file_ < 0) {
      throw UserError(fmt::format("{}: cannot be written ({}); choose a folder that can with --out",
                                  path_.string(), std::strerror(errno)));
    }
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      const std::string who = holder(file_);
      close(file_);
      throw UserError(
          fmt::format("{}: {} is at work in this folder; wait for it to end or choose "
                      "another --out",
                      folder.string(), who));
    }
    // The last holder may have removed the file since it was opened: then it locks nothing.
    struct stat status = {};
    removed = fstat(file_, &status) == 0 && status.st_nlink == 0;
    if (removed) close(file_);
  }
  // Only for the message above; a full disk must not stop a run that has nothing left to write.
  const std::string text = fmt::format("{}\n", getpid());
  if (ftruncate(file_, 0) == 0 && pwrite(file_, text.data(), text.size(), 0) < 0) errno = 0;
}

bool DirectoryLock::is_held(const std::filesystem::path& folder) {
  const int file = open((folder / "lock").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  const bool held = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(file);
  return held;
}

DirectoryLock::~DirectoryLock() {
  unlink(path_.c_str());  // while it is held: see the constructor
  close(file_);
}

}  // namespace tavlab
