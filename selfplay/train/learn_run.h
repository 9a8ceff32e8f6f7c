#pragma once

#include <filesystem>
#include <span>

#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// Learns from games that `run_self_play` plays elsewhere, perhaps on other machines, into the
/// folders `data`: takes their shards as they come, learns from the newest games, and puts the net
/// into `folder`, where those who play find it. A round is what has come since the last one. The
/// folder is that of a training (run_training), without games. Goes on where it was left; ends when
/// the config's rounds are done or the hooks say so. Throws UserError as run_training does, and for
/// a shard that is damaged or by other rules.
void run_learning(const TrainConfig& config, std::span<const std::filesystem::path> data,
                  const std::filesystem::path& folder, const TrainingMachine& machine,
                  const TrainingHooks& hooks);

}  // namespace tavlab
