#pragma once

#include <filesystem>

#include "selfplay/train/config.h"

namespace tavlab {

/// Writes report.html of a training folder, a self-contained file: curves over the rounds, matches
/// against the ladder with ratings, games of the last round to step through with search values.
/// Throws UserError when it cannot be written.
void write_training_report(const TrainConfig& config, const std::filesystem::path& folder);

}  // namespace tavlab
