#include "experiments/store/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/io/descriptor.h"
#include "experiments/store/format.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStore = "games.sqlite";

/// The first bytes of a file (https://www.sqlite.org/fileformat.html and walformat.html); empty if
/// it is missing or not a regular file.
std::string beginning(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  struct stat status = {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return {};
  }
  std::array<char, 100> bytes{};
  const ssize_t size = ::pread(file.number(), bytes.data(), bytes.size(), 0);
  return {bytes.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
}

/// Whether this is the beginning of an SQLite file.
bool is_database(std::string_view text) {
  return text.starts_with(std::string_view("SQLite format 3\0", 16));
}
bool is_log(std::string_view text) {
  return text.starts_with(std::string_view("\x37\x7f\x06\x82", 4)) ||
         text.starts_with(std::string_view("\x37\x7f\x06\x83", 4));
}
// The beginning of these two is written last: a kill may leave zeros.
bool is_index_of_log(std::string_view text) {
  constexpr std::string_view kVersion("\x18\xe2\x2d\x00", 4), kUnwritten("\0\0\0\0", 4);
  return text.starts_with(kVersion) || text.starts_with(kUnwritten);
}
bool is_journal(std::string_view text) {
  constexpr std::string_view kMagic("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
  constexpr std::string_view kUnwritten("\0\0\0\0\0\0\0\0", 8);
  return text.starts_with(kMagic) || text.starts_with(kUnwritten);
}

[[noreturn]] void refuse(const fs::path& path, std::string_view what) {
  throw UserError(fmt::format("{}: {}; move it away or choose another --out", path.string(), what));
}

}  // namespace

bool has_store(const fs::path& folder) {
  const std::string text = beginning(folder / kStore);
  constexpr std::size_t kIdAt = 68;
  if (is_database(text) && text.size() == 100) {
    std::int64_t id = 0;
    for (std::size_t i = 0; i < 4; ++i) id = id << 8 | static_cast<unsigned char>(text[kIdAt + i]);
    if (id == store_format::kApplicationId) return true;
  }
  return (text.empty() || is_database(text)) && is_log(beginning(folder / "games.sqlite-wal"));
}

void refuse_foreign_store_files(const fs::path& folder) {
  struct File {
    const char* name;
    bool (*known)(std::string_view);
  };
  constexpr std::array<File, 4> kFiles = {{{kStore, is_database},
                                           {"games.sqlite-wal", is_log},
                                           {"games.sqlite-shm", is_index_of_log},
                                           {"games.sqlite-journal", is_journal}}};
  bool store = false;
  for (const auto& [name, known] : kFiles) {
    const fs::path path = folder / name;
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode)) refuse(path, "is not a regular file");
    if (status.st_nlink > 1) refuse(path, "is a hard link, whose other name would change too");
    if (name == kStore) {
      store = true;
    } else if (!store) {
      refuse(path, "is left over without its store, and creating a store here would delete it");
    }
    if (status.st_size > 0 && !known(beginning(path))) {
      refuse(path, "is not a file of a tavlab store");
    }
  }
}

}  // namespace tavlab
