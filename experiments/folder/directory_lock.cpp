#include "experiments/folder/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/error.h"
#include "core/io/descriptor.h"
#include "core/io/file_error.h"

namespace tavlab {
namespace {

constexpr std::string_view kWords = "tavlab process ";

/// The content of the lock file: who holds it.
std::string lock_text() { return fmt::format("{}{}\n", kWords, getpid()); }

/// The process id in a lock file; "" if the process was killed before it wrote its id; nullopt if
/// the file is not a tavlab lock.
std::optional<std::string> holder(int file) {
  std::array<char, 64> text{};
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  if (size < 0) return std::nullopt;
  std::string_view words(text.data(), static_cast<std::size_t>(size));
  if (words.empty()) return "";
  if (!words.starts_with(kWords) || !words.ends_with('\n')) return std::nullopt;
  words.remove_prefix(kWords.size());
  words.remove_suffix(1);
  if (words.empty() || words.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(words);
}

/// Waits a moment for one who only looks whether the lock is held: DirectoryLock::is_held shares
/// it.
bool lock_alone(int file) {
  for (int tries = 0; flock(file, LOCK_EX | LOCK_NB) != 0; ++tries) {
    constexpr int kTries = 20;
    if (tries == kTries) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace

DirectoryLock::DirectoryLock(const std::filesystem::path& folder) : path_(folder / kName) {
  while (!take(folder)) {
  }
  // Only for messages of other processes; a full disk must not stop a run that needs no more space.
  const std::string text = lock_text();
  static_cast<void>(ftruncate(file_, 0) == 0 && pwrite(file_, text.data(), text.size(), 0) < 0);
}

bool DirectoryLock::take(const std::filesystem::path& folder) {
  const auto foreign = [&] {
    return UserError(
        fmt::format("{}: is not a tavlab lock; move it or choose another folder", path_.string()));
  };
  // Follow no link, wait for no pipe, and truncate nothing before it is known to be a tavlab lock.
  Descriptor file(
      open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644));
  if (file.number() < 0) {
    if (errno == ELOOP || errno == EISDIR || errno == ENXIO) throw foreign();
    const int why = errno;
    throw FileError(fmt::format("{}: cannot be written ({}); choose a writable folder",
                                path_.string(), std::strerror(why)),
                    why);
  }
  struct stat status = {};
  if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1) {
    throw foreign();  // a hard link is also another file
  }
  const std::optional<std::string> who = holder(file.number());
  if (!who) throw foreign();
  if (!lock_alone(file.number())) {
    throw UserError(fmt::format("{}: {} is using this folder; wait for it to end or choose another",
                                folder.string(),
                                who->empty() ? "another process" : "process " + *who));
  }
  // The last holder may have removed the file since it was opened: then it locks nothing.
  if (!names_file(path_, file.number())) return false;
  file_ = file.take();
  return true;
}

bool DirectoryLock::is_held(const std::filesystem::path& folder) {
  const int file = open((folder / kName).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  const bool held = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(file);
  return held;
}

DirectoryLock::~DirectoryLock() {
  if (names_file(path_, file_)) unlink(path_.c_str());  // while holding the lock: see take
  close(file_);
}

}  // namespace tavlab
