#pragma once

#include <cstdint>
#include <filesystem>

#include "core/observation.h"
#include "selfplay/dataset/shard.h"

namespace tavlab {

/// Writes the training positions of a shard as planes with their targets (`lambda` as in
/// BatchMaker), for trainers outside tavlab; nn/FORMATS.md describes the file. `options.max_size` 0
/// is the size of the games' board. Returns the number of positions. Throws UserError if the games
/// are on boards of several sizes, or if the file cannot be written.
std::uint64_t export_planes(const DatasetShard& shard, const ObservationOptions& options,
                            double lambda, const std::filesystem::path& path);

}  // namespace tavlab
