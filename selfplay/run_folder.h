#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tavlab {

/// The number in games-NNNNNN.h5, a shard of finished games; 0 for other files.
std::uint64_t shard_number(const std::filesystem::path& file);

/// Throws UserError for a folder of training or self-play, whose files others would overwrite.
void check_no_training(const std::filesystem::path& folder);

/// Throws UserError where a folder that a run is about to begin in holds what another run wrote, or
/// what this one wrote before its state file, `mark`, was lost: nothing is
/// overwritten.
void check_nothing_begun(const std::filesystem::path& folder, std::string_view mark);

}  // namespace tavlab
