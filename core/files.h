#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab {

/// Makes the folder and its parents where missing. Throws UserError when that cannot be done.
void make_folder(const std::filesystem::path& folder);

/// Writes a file so that nobody ever sees half of it: aside, synced, renamed into place. Throws
/// UserError when it cannot be written, and leaves what was there before.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The whole of a text file. Throws UserError when it cannot be read.
std::string read_file(const std::filesystem::path& path);

}  // namespace tavlab
