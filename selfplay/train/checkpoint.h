#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nn/learner.h"

namespace tavlab {

/// The state of a training after a round. Together with the shards of its window and the games in
/// flight, which are separate files, it is everything that the training resumes from.
struct Checkpoint {
  std::string identity;  ///< identity_text() of the config
  /// Names of the net's rule inputs; version 0.1 did not store them (with_first_inputs).
  std::optional<std::vector<std::string>> rule_inputs;
  std::uint64_t round = 0;         ///< finished rounds
  std::uint64_t games = 0;         ///< finished games so far
  std::uint64_t positions = 0;     ///< training positions so far
  std::uint64_t first_shard = 0;   ///< round of the oldest game in the window
  std::uint64_t window_games = 0;  ///< number of newest games in the window
  double seconds = 0.0;            ///< time spent training, without the ladder
  double resign_below = 0.0;
  std::vector<std::uint64_t> next;  ///< GroupState::next of each group
  /// For `tavlab learn`: the shards with the games of the window, oldest first, and the number of
  /// the last shard read from each folder.
  std::vector<std::string> shards;
  std::map<std::string, std::uint64_t> taken;
  LearnerState learner;
};

/// Writes a checkpoint as a safetensors file, atomically. Throws UserError.
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Reads a checkpoint of this version or an earlier one. Throws UserError, naming the file, if it
/// is not a checkpoint or is truncated.
Checkpoint read_checkpoint(const std::filesystem::path& path);
/// The same from a tensor file in memory; `name` stands for the file in messages.
Checkpoint checkpoint_of(TensorFile file, const std::string& name);

}  // namespace tavlab
