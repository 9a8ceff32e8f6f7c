#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "nn/backends.h"
#include "nn/learner.h"
#include "selfplay/dataset/game_totals.h"
#include "selfplay/generate/self_play.h"
#include "selfplay/train/config.h"

namespace tavlab {

/// The results of one round of a training run.
struct RoundReport {
  std::uint64_t round = 0;             ///< finished rounds, including this one
  double minutes = 0.0;                ///< time spent training so far, without the ladder
  GameTotals games;                    ///< of the round
  std::vector<ResultCounts> by_entry;  ///< of the round, by the config's entries of rules
  std::uint64_t played_on =
      0;  ///< games of the window that were played on after a side would have resigned
  std::uint64_t wrongly_resigned = 0;  ///< those that this side did not lose
  double resign_below = 0.0;
  std::uint64_t all_positions = 0;  ///< training positions of all rounds
  std::uint64_t window = 0;         ///< training positions in the window
  std::uint64_t steps = 0;          ///< learning steps
  double learning_rate = 0.0;
  Losses losses;  ///< means over the steps
  SelfPlayCounts play;
  double play_seconds = 0.0, learn_seconds = 0.0;  ///< wall clock
};

/// Progress callbacks of a training run; each may be empty.
struct TrainingHooks {
  std::function<void(std::uint64_t round, const SelfPlayProgress&)> playing;
  std::function<void(std::uint64_t round, std::uint64_t step, std::uint64_t steps)> learning;
  /// After each round, when everything is saved; `net` is the file of the newest net.
  std::function<void(const RoundReport&, const std::filesystem::path& net)> round;
  /// When all rounds are done, even if they were done before.
  std::function<void(std::uint64_t round, double minutes)> finished;
  /// Ends the training within seconds; it can be resumed. The games of the current round are kept,
  /// and its learning, if begun, is done again.
  std::stop_token stop;
};

/// Where a training runs; it affects the results only by rounding.
struct TrainingMachine {
  BackendChoice backend;
  int threads = 1;
};

/// Trains a net: plays a round of games, trains on the window, saves everything, and repeats until
/// the config's end. A run of the same config in the folder is resumed exactly as if it had
/// never stopped. Throws UserError if the folder holds another run or cannot be written.
///
///   config.toml                 the config
///   checkpoint.safetensors      its state
///   games-NNNNNN.h5             games of each round
///   in-flight-NNNNNN.h5         games in progress, which the next round continues
///   stopped.json, stopped-*.h5  a round that was stopped before its end
///   net.safetensors, nets/      the newest net, and those of earlier rounds
void run_training(const TrainConfig& config, const std::filesystem::path& folder,
                  const TrainingMachine& machine, const TrainingHooks& hooks);

}  // namespace tavlab
