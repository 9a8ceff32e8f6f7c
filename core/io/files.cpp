#include "core/io/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <system_error>

#include "core/error.h"
#include "core/io/descriptor.h"
#include "core/io/file_error.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAsideBegin = ".tavlab-", kAsideEnd = ".tmp";
constexpr std::size_t kAsideDigits = 16;

[[noreturn]] void fail(const fs::path& path, std::string_view what) {
  throw UserError(fmt::format("{}: {}", path.string(), what));
}

[[noreturn]] void fail(const fs::path& path, std::string_view what, int error) {
  throw FileError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(error)), error);
}

[[noreturn]] void fail_irregular(const fs::path& path, std::string_view what) {
  throw FileError(fmt::format("{}: {}: is not a regular file", path.string(), what), EINVAL);
}

/// An unpredictable file name.
std::string aside_name() {
  std::random_device random;
  const auto bits = (std::uint64_t{random()} << 32) | random();
  return fmt::format("{}{:016x}{}", kAsideBegin, bits, kAsideEnd);
}

bool is_aside_name(std::string_view name) {
  if (name.size() != kAsideBegin.size() + kAsideDigits + kAsideEnd.size()) return false;
  const std::string_view digits = name.substr(kAsideBegin.size(), kAsideDigits);
  return name.starts_with(kAsideBegin) && name.ends_with(kAsideEnd) &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void write(const fs::path& path, std::string_view content, bool replace) {
  constexpr std::string_view kWhat = "cannot be written";
  struct stat there = {};
  if (::lstat(path.c_str(), &there) == 0) {
    if (!replace) fail(path, "already exists; name another file");
    if (S_ISDIR(there.st_mode)) fail(path, kWhat, EISDIR);
    // Never replace a device or a pipe with a regular file.
    if (!S_ISREG(there.st_mode) && !S_ISLNK(there.st_mode)) {
      fail_irregular(path, kWhat);
    }
  }
  const fs::path folder = parent_folder(path), aside = folder / aside_name();
  Descriptor file(
      ::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.number() < 0) fail(path, kWhat, errno);
  int error = 0;
  if (!write_all(file.number(), content) || ::fsync(file.number()) != 0) error = errno;
  if (!file.close() && error == 0) error = errno;
  if (error == 0) {
    const bool renamed =
        replace ? ::rename(aside.c_str(), path.c_str()) == 0 : rename_new(aside, path);
    if (!renamed) error = errno;
  }
  if (error != 0) {
    ::unlink(aside.c_str());
    fail(path, kWhat, error);
  }
  sync_folder(folder);
}

}  // namespace

fs::path parent_folder(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void sync_folder(const fs::path& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync folders; the file itself is complete anyway.
  if (file.number() >= 0) ::fsync(file.number());
}

bool rename_new(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // The file system does not support that call; a hard link also fails if the target exists.
  return ::link(from.c_str(), to.c_str()) == 0 && ::unlink(from.c_str()) == 0;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(folder, "cannot create the folder", error.value());
}

void write_file(const fs::path& path, std::string_view content) { write(path, content, true); }

void write_new_file(const fs::path& path, std::string_view content) { write(path, content, false); }

void check_new_file(const fs::path& path) {
  struct stat there = {};
  if (::lstat(path.c_str(), &there) == 0) fail(path, "already exists; name another file");
  if (::access(parent_folder(path).c_str(), W_OK | X_OK) != 0) {
    fail(path, "cannot be written", errno);
  }
}

void remove_unfinished_files(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!is_aside_name(entry.path().filename().string())) continue;
    if (fs::is_regular_file(entry.symlink_status(error))) fs::remove(entry.path(), error);
  }
}

std::string read_file(const fs::path& path, std::uint64_t most) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
    fail(path, "cannot be read", errno);
  }
  if (S_ISDIR(status.st_mode)) fail(path, "cannot be read", EISDIR);
  if (!S_ISREG(status.st_mode)) fail_irregular(path, "cannot be read");
  const auto check_size = [&](std::uint64_t size) {
    if (size > most)
      fail(path, fmt::format("is larger than {} bytes, the maximum for such a file", most));
  };
  const auto size = static_cast<std::uint64_t>(status.st_size);
  check_size(size);
  // The file may have changed size since, so read until the end.
  std::string text(size + 1, '\0');
  std::size_t used = 0;
  for (;;) {
    if (used == text.size()) text.resize(std::max<std::size_t>(2 * used, 4096));
    const ssize_t got = ::read(file.number(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "cannot be read", errno);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    check_size(used);
  }
  text.resize(used);
  return text;
}

}  // namespace tavlab
