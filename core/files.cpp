#include "core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/error.h"

namespace tavlab {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what, int error) {
  throw UserError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(error)));
}

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, "cannot make the folder", error.value());
  if (!std::filesystem::is_directory(folder, error)) fail(folder, "is no folder", ENOTDIR);
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::path aside = path;
  aside += ".tmp";
  const int file = open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) fail(path, "cannot be written", errno);
  const bool written = write_all(file, content) && fsync(file) == 0;
  const int error = errno;
  const bool closed = close(file) == 0;
  if (!written || !closed || std::rename(aside.c_str(), path.c_str()) != 0) {
    const int why = written ? errno : error;
    unlink(aside.c_str());
    fail(path, "cannot be written", why);
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail(path, "cannot be read", EISDIR);
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot be read", errno != 0 ? errno : ENOENT);
  try {
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad()) fail(path, "cannot be read", EIO);
    return text;
  } catch (const std::ios_base::failure&) {  // what the buffer of a file throws
    fail(path, "cannot be read", EIO);
  }
}

}  // namespace tavlab
