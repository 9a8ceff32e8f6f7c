#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tavlab {

/// The number in games-NNNNNN.h5, a shard of finished games; 0 for other files.
std::uint64_t shard_number(const std::filesystem::path& file);

/// Throws UserError for a folder of training or self-play, so that its files are not overwritten.
void check_no_training(const std::filesystem::path& folder);

/// Throws UserError if the folder of a new run has files of another run, or of a run whose state
/// file, `mark`, was lost, so that they are not overwritten.
void check_nothing_begun(const std::filesystem::path& folder, std::string_view mark);

}  // namespace tavlab
