#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "nn/backends.h"
#include "nn/learner.h"
#include "selfplay/dataset/game_totals.h"
#include "selfplay/generate/self_play.h"
#include "selfplay/train/config.h"

namespace tavlab {

/// What one round of a training did.
struct RoundReport {
  std::uint64_t round = 0;             ///< rounds that are done with it
  double minutes = 0.0;                ///< of training so far, without the ladder
  GameTotals games;                    ///< of the round
  std::vector<ResultCounts> by_entry;  ///< of the round, by the config's entries of rules
  std::uint64_t played_on = 0;         ///< games of the window in which somebody resigned on paper
  std::uint64_t wrongly_resigned = 0;  ///< of those, that the resigner did not lose
  double resign_below = 0.0;
  std::uint64_t all_positions = 0;  ///< to learn from, of all rounds
  std::uint64_t window = 0;         ///< positions that are learnt from
  std::uint64_t steps = 0;          ///< of learning
  double learning_rate = 0.0;
  Losses losses;  ///< means over the steps
  SelfPlayCounts play;
  double play_seconds = 0.0, learn_seconds = 0.0;  ///< wall clock
};

/// Whom a training tells how it comes along; each may be empty.
struct TrainingHooks {
  std::function<void(std::uint64_t round, const SelfPlayProgress&)> playing;
  std::function<void(std::uint64_t round, std::uint64_t step, std::uint64_t steps)> learning;
  /// After each round, when everything is saved; `net` is the file of the newest net.
  std::function<void(const RoundReport&, const std::filesystem::path& net)> round;
  /// When all rounds are done, also where they had been done before.
  std::function<void(std::uint64_t round, double minutes)> finished;
  /// Whether to end after the round in hand.
  std::function<bool()> stop;
};

/// How a training runs, which does not decide what it does but for rounding.
struct TrainingMachine {
  BackendChoice backend;
  int threads = 1;
};

/// Trains a net: plays a round by itself, learns from the window, saves everything, again and
/// again, until the config's end. A folder that holds a training of the same config is gone on
/// with, exactly as if it had never been left. Throws UserError for a folder that holds another, or
/// that cannot be written.
///
///   config.toml                 the config
///   checkpoint.safetensors      where it stands
///   games-NNNNNN.h5             games of each round
///   in-flight-NNNNNN.h5         games that go on in the next
///   net.safetensors, nets/      the newest net, and those of earlier rounds
void run_training(const TrainConfig& config, const std::filesystem::path& folder,
                  const TrainingMachine& machine, const TrainingHooks& hooks);

}  // namespace tavlab
