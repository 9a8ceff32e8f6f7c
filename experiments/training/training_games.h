#pragma once

#include <filesystem>

#include "experiments/report/fields.h"

namespace tavlab {

/// Some games of a shard to step through on boards, as a section of a page, with the search's value
/// of each position and the moves that a net learns from it. Empty if there is no such file, or no
/// game to show. Throws UserError for a shard that cannot be read.
Markup training_games_html(const std::filesystem::path& shard_file);

}  // namespace tavlab
