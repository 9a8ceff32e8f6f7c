#pragma once

#include <sys/types.h>

#include <ctime>
#include <filesystem>
#include <optional>
#include <tuple>

namespace tavlab {

/// Identifies the content of a file: it changes when the file is replaced or rewritten.
using FileIdentity = std::tuple<dev_t, ino_t, off_t, time_t, long, time_t, long>;

/// Empty if it is not a regular file or cannot be read.
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);

}  // namespace tavlab
