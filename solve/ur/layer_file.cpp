#include "solve/ur/layer_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/std.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "core/error.h"

namespace tavlab::ur {
namespace {

/// The bytes that a layer header's own checksum covers.
std::span<const std::byte> checked_part(const LayerHeader& header) {
  return std::as_bytes(std::span(&header, 1)).first(offsetof(LayerHeader, checksum));
}

std::uint64_t data_checksum(const LayerStore::Layer& values, std::uint64_t count, bool throws) {
  std::uint64_t sum = checksum(std::as_bytes(std::span(values.win, count)));
  if (throws) sum = mix64(sum ^ checksum(std::as_bytes(std::span(values.throws, count))));
  return sum;
}

}  // namespace

LayerFile::LayerFile(std::filesystem::path path, const TableHeader& header, std::uint64_t size)
    : path_(std::move(path)), part_(path_), has_throws_(header.has_throws != 0) {
  part_ += ".part";
  std::error_code error;
  check_target(header);
  const auto folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
  const auto space = std::filesystem::space(folder, error);
  if (error) fail(fmt::format("cannot be written: {}", error.message()));
  const auto there = std::filesystem::file_size(part_, error);
  const std::uint64_t missing = error ? size : size - std::min<std::uint64_t>(size, there);
  if (missing > space.available) {
    fail(fmt::format("takes {:.2f} GB more, and its folder has room for {:.2f}",
                     static_cast<double>(missing) / 1e9,
                     static_cast<double>(space.available) / 1e9));
  }
  open_part();
  TableHeader found;
  if (std::filesystem::file_size(part_) == 0) {
    write_bytes(&header, sizeof header);
    reading_ = false;
  } else if (!read_bytes(&found, sizeof found) || !(found == header)) {
    throw_about_part(
        "there is something else than the beginning of this table (it may be of other rules, "
        "pieces, tolerance or version, or damaged); remove it or choose another name");
  }
  end_ = sizeof header;
}

void LayerFile::check_target(const TableHeader& header) const {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path_, error);
  if (std::filesystem::is_directory(path_, error)) fail("is a folder; name a file");
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_regular_file(status)) fail("is no plain file; name another");
  std::ifstream file(path_, std::ios::binary);
  TableHeader found;
  if (!file.read(reinterpret_cast<char*>(&found), sizeof found) || !(found == header)) {
    fail("is there and is something else than this table; remove it or choose another name");
  }
}

void LayerFile::open_part() {
  // What stands there must be a file of its own: no pipe to wait for, no link to follow.
  descriptor_ = ::open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
  struct stat status {};
  const bool regular =
      descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (descriptor_ < 0 && errno != ELOOP) {
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  if (!regular) throw_about_part("is no plain file; remove it or choose another name");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    throw_about_part("another run is at work on it");
  }
}

void LayerFile::throw_about_part(std::string_view what) {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  throw UserError(fmt::format("table '{}': {}", part_.string(), what));
}

LayerFile::~LayerFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LayerFile::fail(std::string_view what) const {
  throw UserError(fmt::format("table '{}': {}", path_.string(), what));
}

bool LayerFile::read_bytes(void* to, std::size_t size) {
  auto* bytes = static_cast<std::byte*>(to);
  while (size > 0) {
    const ::ssize_t n = ::read(descriptor_, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

void LayerFile::write_bytes(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  while (size > 0) {
    const ::ssize_t n = ::write(descriptor_, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(fmt::format("cannot be written: {}", std::strerror(errno)));
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
}

void LayerFile::sync() {
  if (::fsync(descriptor_) != 0) fail(fmt::format("cannot be written: {}", std::strerror(errno)));
}

bool LayerFile::read_layer(LayerHeader& header, const LayerStore::Layer& values) {
  LayerHeader found;
  if (!read_bytes(&found, sizeof found) || checksum(checked_part(found)) != found.checksum ||
      found.own != header.own || found.other != header.other || found.values != header.values) {
    return false;
  }
  const std::size_t bytes = found.values * sizeof(double);
  if (!read_bytes(values.win, bytes)) return false;
  if (has_throws_ && !read_bytes(values.throws, bytes)) return false;
  if (data_checksum(values, found.values, has_throws_) != found.data_checksum) return false;
  header = found;
  return true;
}

bool LayerFile::read(std::span<LayerHeader> headers, std::span<const LayerStore::Layer> values) {
  std::uint64_t size = 0;
  for (std::size_t i = 0; reading_ && i < headers.size(); ++i) {
    reading_ = read_layer(headers[i], values[i]);
    size += sizeof(LayerHeader) + headers[i].values * sizeof(double) * (has_throws_ ? 2 : 1);
  }
  if (reading_) {
    end_ += size;
    return true;
  }
  // A layer in work when the last run ended: its values begin anew.
  for (std::size_t i = 0; i < headers.size(); ++i) {
    headers[i].sweeps = 0;
    std::fill_n(values[i].win, headers[i].values, 0.5);
    if (has_throws_) std::fill_n(values[i].throws, headers[i].values, 0.0);
  }
  return false;
}

void LayerFile::append(std::span<LayerHeader> headers, std::span<const LayerStore::Layer> values) {
  const auto end = static_cast<::off_t>(end_);
  if (::ftruncate(descriptor_, end) != 0 || ::lseek(descriptor_, end, SEEK_SET) != end) {
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  for (std::size_t i = 0; i < headers.size(); ++i) {
    LayerHeader& header = headers[i];
    header.data_checksum = data_checksum(values[i], header.values, has_throws_);
    header.checksum = checksum(checked_part(header));
    const std::size_t bytes = header.values * sizeof(double);
    write_bytes(&header, sizeof header);
    write_bytes(values[i].win, bytes);
    if (has_throws_) write_bytes(values[i].throws, bytes);
    end_ += sizeof header + bytes * (has_throws_ ? 2 : 1);
  }
  sync();
}

void LayerFile::finish() {
  if (::ftruncate(descriptor_, static_cast<::off_t>(end_)) != 0) {
    fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  }
  sync();
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error) fail(fmt::format("cannot be written: {}", error.message()));
}

}  // namespace tavlab::ur
