#pragma once

#include <filesystem>
#include <span>

#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// Learns from games that `run_self_play` plays in other processes, perhaps on other machines, into
/// the folders `data`: reads new shards, trains on the newest games, and writes the net to
/// `folder`, where the players read it. A round consists of the shards since the last one. The
/// folder is that of a training (run_training) without games. Resumes where it stopped; ends after
/// the config's rounds or when the hooks say so. Throws UserError as run_training does, and for a
/// shard that is damaged or has other rules.
void run_learning(const TrainConfig& config, std::span<const std::filesystem::path> data,
                  const std::filesystem::path& folder, const TrainingMachine& machine,
                  const TrainingHooks& hooks);

}  // namespace tavlab
