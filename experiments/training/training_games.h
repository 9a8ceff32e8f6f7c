#pragma once

#include <filesystem>

#include "experiments/report/fields.h"

namespace tavlab {

/// Some games of a shard to step through on drawn boards, as a section of a page, with what the
/// search thought of each position: its value, and the moves that a net learns from it. Empty where
/// there is no such file, or no game to show. Throws UserError for a shard that cannot be read.
Markup training_games_html(const std::filesystem::path& shard_file);

}  // namespace tavlab
