#pragma once

#include <cstdint>
#include <filesystem>

#include "nn/net.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/config.h"

namespace tavlab {

/// The folder of a training run and its files.
class TrainingFolder {
 public:
  explicit TrainingFolder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] std::filesystem::path config() const { return path_ / "config.toml"; }
  [[nodiscard]] std::filesystem::path checkpoint() const {
    return path_ / "checkpoint.safetensors";
  }
  [[nodiscard]] std::filesystem::path net() const { return path_ / "net.safetensors"; }
  [[nodiscard]] std::filesystem::path games(std::uint64_t round) const;
  [[nodiscard]] std::filesystem::path in_flight(std::uint64_t round) const;
  [[nodiscard]] std::filesystem::path kept_net(std::uint64_t round) const;

  /// Whether a training run has been begun in it.
  [[nodiscard]] bool begun() const;
  /// Makes the folder with the checkpoint of round 0. Throws UserError if it already holds a run.
  void begin(Checkpoint at, LearnerState learner) const;
  /// Writes the config. Throws UserError.
  void make(const TrainConfig& config) const;

  /// The config with the rule inputs of the net in the folder's checkpoint, or those of this
  /// version if there is no checkpoint. Throws UserError as `read` does.
  [[nodiscard]] TrainConfig with_rule_inputs(TrainConfig config, const std::string& family,
                                             const std::string& identity) const;

  /// Reads the checkpoint. Throws UserError if it cannot be read, or is of a run with another
  /// identity (identity_text).
  [[nodiscard]] Checkpoint read(const std::string& identity) const;

  /// Writes the net of a checkpoint with its history, and every past_every rounds a copy. Throws
  /// UserError.
  void save_net(const TrainConfig& config, const Checkpoint& at, Net net) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tavlab
