#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab {

/// The most bytes of a file that people write: configs, claims, rule sets.
inline constexpr std::uint64_t kMostConfigBytes = std::uint64_t{1} << 20;
/// The most bytes of a file that programs write: nets, shards, states of runs.
inline constexpr std::uint64_t kMostDataBytes = std::uint64_t{1} << 30;

/// The folder that a path lies in; "." for a mere name.
std::filesystem::path parent_folder(const std::filesystem::path& path);

/// Makes the folder and its parents where missing. Throws UserError when that cannot be done.
void make_folder(const std::filesystem::path& folder);

/// Writes a file so that nobody ever sees half of it, whenever the program or the machine stops: a
/// new file of a random name beside it, synced, renamed into place, the folder synced. Replaces a
/// file or a link of that name (never what a link leads to), and nothing else. Throws UserError
/// when it cannot be written, and leaves what was there before.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same for a path at which nothing may be yet. Throws UserError when something is.
void write_new_file(const std::filesystem::path& path, std::string_view content);

/// Removes what a killed `write_file` may have left in a folder. Only for a caller that holds the
/// folder's lock.
void remove_unfinished_files(const std::filesystem::path& folder);

/// Renames a file so that nothing is replaced. False, with errno, where that cannot be done.
bool rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes what was renamed in a folder last through a power cut.
void sync_folder(const std::filesystem::path& folder);

/// The whole of a regular file. Throws UserError when it cannot be read, is something else (a
/// folder, pipe or device, which might never end), or has more bytes than `most`.
std::string read_file(const std::filesystem::path& path, std::uint64_t most);

}  // namespace tavlab
