#include "core/ur/solve/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/std.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "core/io/descriptor.h"
#include "core/io/files.h"

namespace tavlab::ur {
namespace {

constexpr std::string_view kAnotherRun = "is in use by another run";
constexpr std::string_view kNoPlainFile = "is not a regular file; remove it or choose another name";

std::filesystem::path part_of(std::filesystem::path path) { return path += ".part"; }

}  // namespace

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)), part_(part_of(path_)) {
  // Only regular files: no pipe to wait for, no link to follow.
  constexpr int kFlags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  constexpr mode_t kMode = 0644;
  int descriptor = ::open(part_.c_str(), kFlags | O_CREAT | O_EXCL, kMode);
  new_ = descriptor >= 0;
  if (descriptor < 0 && errno == EEXIST) {
    descriptor = ::open(part_.c_str(), kFlags);
    if (descriptor < 0 && (errno == ELOOP || errno == EISDIR || errno == ENXIO)) {
      fail_part(kNoPlainFile);
    }
    if (descriptor < 0) fail_part(fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  if (descriptor < 0) fail_to("cannot be written");
  Descriptor file(descriptor);
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1) {
    fail_part(kNoPlainFile);
  }
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) fail_part(kAnotherRun);
    fail_part(fmt::format("cannot be locked against other runs: {}", std::strerror(errno)));
  }
  if (!names_file(part_, descriptor)) fail_part(kAnotherRun);  // which has just finished it
  descriptor_ = file.take();
}

PartFile::~PartFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PartFile::fail(std::string_view what) const {
  throw UserError(fmt::format("table '{}': {}", path_.string(), what));
}
void PartFile::fail_part(std::string_view what) const {
  throw UserError(fmt::format("table '{}': {}", part_.string(), what));
}
void PartFile::fail_to(std::string_view what) const {
  fail(fmt::format("{}: {}", what, std::strerror(errno)));
}

std::uint64_t PartFile::size() const {
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) fail_to("cannot be read");
  return static_cast<std::uint64_t>(status.st_size);
}

std::uint64_t PartFile::taken(const std::filesystem::path& path) {
  struct stat status = {};
  if (::lstat(part_of(path).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  constexpr std::uint64_t kBlock = 512;  // of st_blocks, on every system
  return std::min(static_cast<std::uint64_t>(status.st_size),
                  static_cast<std::uint64_t>(status.st_blocks) * kBlock);
}

bool PartFile::read(void* to, std::size_t size, std::uint64_t offset) const {
  auto* bytes = static_cast<std::byte*>(to);
  while (size > 0) {
    const ssize_t n = ::pread(descriptor_, bytes, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    // A transient disk error must not be taken for the end of the file, which would be truncated.
    if (n < 0) fail_to("its part file cannot be read");
    if (n == 0) return false;
    bytes += n;
    offset += static_cast<std::uint64_t>(n);
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

void PartFile::write(const void* from, std::size_t size, std::uint64_t offset) {
  const auto* bytes = static_cast<const std::byte*>(from);
  while (size > 0) {
    const ssize_t n = ::pwrite(descriptor_, bytes, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_to("cannot be written");
    bytes += n;
    offset += static_cast<std::uint64_t>(n);
    size -= static_cast<std::size_t>(n);
  }
}

void PartFile::sync() {
  if (::fsync(descriptor_) != 0) fail_to("cannot be written");
}

void PartFile::cut(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail_to("cannot be written");
}

void PartFile::finish(bool replace) {
  if (!names_file(part_, descriptor_))
    fail_part("was removed or replaced while the table was being written");
  const bool renamed =
      replace ? std::rename(part_.c_str(), path_.c_str()) == 0 : rename_new(part_, path_);
  if (!renamed) fail_to("cannot be written");
  sync_folder(parent_folder(path_));
}

void PartFile::remove_if_new() {
  if (new_ && names_file(part_, descriptor_)) ::unlink(part_.c_str());
}

}  // namespace tavlab::ur
