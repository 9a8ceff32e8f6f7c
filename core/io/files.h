#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab {

/// The maximum size of a file written by people: configs, claims, rule sets.
inline constexpr std::uint64_t kMaxConfigBytes = std::uint64_t{1} << 20;
/// The maximum size of a file written by programs: nets, shards, states of runs.
inline constexpr std::uint64_t kMaxDataBytes = std::uint64_t{1} << 30;

/// The folder that contains a path; "." for a plain file name.
std::filesystem::path parent_folder(const std::filesystem::path& path);

/// Creates the folder and its parents if missing. Throws UserError on failure.
void make_folder(const std::filesystem::path& folder);

/// Writes a file atomically, so that a crash or power cut never leaves a partial one: a new file
/// with a random name in the same folder is synced and renamed into place, and the folder synced.
/// Replaces a file or a symbolic link (not its target), and nothing else. Throws UserError when it
/// cannot be written; then the previous file is unchanged.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same, but throws UserError if the path exists.
void write_new_file(const std::filesystem::path& path, std::string_view content);
/// Throws UserError as that would if the file exists or its folder cannot be written; for use
/// before long work.
void check_new_file(const std::filesystem::path& path);

/// Removes temporary files that a killed `write_file` may have left in a folder. The caller must
/// hold the folder's lock.
void remove_unfinished_files(const std::filesystem::path& folder);

/// Renames a file without replacing anything. Returns false, with errno set, on failure.
bool rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

/// Syncs a folder, so that renames in it survive a power cut.
void sync_folder(const std::filesystem::path& folder);

/// The content of a regular file. Throws UserError when it cannot be read, is not a regular file (a
/// folder, or a pipe or device, which might never end), or has more than `most` bytes.
std::string read_file(const std::filesystem::path& path, std::uint64_t most);

}  // namespace tavlab
