#include "core/io/file_identity.h"

#include <sys/stat.h>

namespace tavlab {

std::optional<FileIdentity> identity_of(const std::filesystem::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev,         status.st_ino,          status.st_size,
                      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                      status.st_ctim.tv_nsec};
}

}  // namespace tavlab
