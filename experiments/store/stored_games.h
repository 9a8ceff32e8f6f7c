#pragma once

#include <filesystem>
#include <vector>

#include "selfplay/record/recorded_game.h"

namespace tavlab {

/// The games of the store in a folder, in the order of its cells and of their numbers, as records
/// with tags. Throws UserError for a folder without a store, or with a damaged one.
std::vector<RecordedGame> stored_games(const std::filesystem::path& folder);

}  // namespace tavlab
