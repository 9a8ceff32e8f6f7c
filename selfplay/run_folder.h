#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The number in games-NNNNNN.h5, a shard of finished games; 0 for other files.
std::uint64_t shard_number(const std::filesystem::path& file);

/// The shards at the paths, which are files, or folders with shards of finished games; those of a
/// folder in the order of their names. Throws UserError for a folder that cannot be read or has
/// none.
std::vector<std::filesystem::path> shards_at(std::span<const std::string> paths);

/// Throws UserError for a folder of training or self-play, so that its files are not overwritten.
void check_no_training(const std::filesystem::path& folder);

/// Throws UserError if the folder of a new run has files of another run, or of a run whose state
/// file, `mark`, was lost, so that they are not overwritten.
void check_nothing_begun(const std::filesystem::path& folder, std::string_view mark);

}  // namespace tavlab
