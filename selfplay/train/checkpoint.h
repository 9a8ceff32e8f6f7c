#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "nn/learner.h"

namespace tavlab {

/// Where a training stands after a round: with the shards of its window and the games in flight,
/// which lie in files of their own, everything that it goes on from.
struct Checkpoint {
  std::string identity;            ///< identity_text() of the config
  std::uint64_t round = 0;         ///< rounds that are done
  std::uint64_t games = 0;         ///< finished in all of them
  std::uint64_t positions = 0;     ///< to learn from, made in all of them
  std::uint64_t first_shard = 0;   ///< round of the oldest game in the window
  std::uint64_t window_games = 0;  ///< newest games that are in it
  double seconds = 0.0;            ///< that all this took, without the ladder
  double resign_below = 0.0;
  std::vector<std::uint64_t> next;  ///< GroupState::next of each group
  /// Of `tavlab learn`: the shards with the games of the window, oldest first, and the number of
  /// the last shard taken from each folder.
  std::vector<std::string> shards;
  std::map<std::string, std::uint64_t> taken;
  LearnerState learner;
};

/// Writes a checkpoint as a safetensors file, in one piece or not at all. Throws UserError.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Throws UserError, naming the file, for one that is no checkpoint or is cut off.
Checkpoint read_checkpoint(const std::filesystem::path& path);
/// The checkpoint that a file's tensors and texts are; `name` stands for the file in messages.
Checkpoint checkpoint_of(TensorFile file, const std::string& name);

}  // namespace tavlab
