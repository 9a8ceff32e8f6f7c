#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// The games that a net learns from: folders of shards.
struct LearningData {
  std::vector<std::filesystem::path> folders;
  /// Whether all shards are there. Then each is a round, whatever `rounds` the config has, in an
  /// order that mixes the folders, and the last ends the run. Otherwise a round consists of the
  /// shards since the last one, and new ones are awaited.
  bool complete = false;
};

/// The number of shards in the folders, which is that of the rounds of complete data. Throws
/// UserError if there are none, or for what is not a folder.
std::uint64_t count_shards(const LearningData& data);

/// Learns from games that `run_self_play` plays in other processes, perhaps on other machines, or
/// that another run left: reads shards, trains on the newest games, and writes the net to
/// `folder`, where the players read it. The folder is that of a training run (run_training) without
/// games. Resumes where it stopped; ends after the config's rounds or when the hooks say so. Throws
/// UserError as run_training does, for a shard that is damaged or has other rules, and if there are
/// none in complete data.
void run_learning(const TrainConfig& config, const LearningData& data,
                  const std::filesystem::path& folder, const TrainingMachine& machine,
                  const TrainingHooks& hooks);

}  // namespace tavlab
