#pragma once

#include <cstdint>
#include <filesystem>

#include "core/observation.h"
#include "selfplay/dataset/shard.h"

namespace tavlab {

/// Writes the positions of a shard that are to be learnt from as planes, with a net's targets
/// of them (`lambda` as BatchMaker has it), for trainers outside tavlab; nn/FORMATS.md describes
/// the file. How many positions there are. Throws UserError where the games are on boards of
/// several sizes, and when it cannot be written.
std::uint64_t export_planes(const DatasetShard& shard, const ObservationOptions& options,
                            double lambda, const std::filesystem::path& path);

}  // namespace tavlab
