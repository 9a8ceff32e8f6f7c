#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "experiments/run/progress.h"
#include "experiments/training/progress_ladder.h"
#include "selfplay/generate/self_play_run.h"
#include "selfplay/train/training.h"

namespace tavlab::cli {

/// The speed of net evaluations, for a progress line.
std::string play_note(const SelfPlayCounts& counts);

/// Prints a notice if self-play will use fewer threads than allowed: there is one thread for each
/// group of games in the config.
void say_idle_threads(int threads, int groups);

/// Shows the progress of a training or self-play run: a moving line, and for training a
/// permanent line for each round. A signal that asks to stop is reported at once, whatever the run
/// is doing.
class TrainingDisplay {
 public:
  /// Of a run with this number of rounds; 0 if it is not known. The permanent lines go to `lines`.
  explicit TrainingDisplay(std::uint64_t rounds = 0, std::FILE* lines = stdout);
  TrainingDisplay(const TrainingDisplay&) = delete;
  TrainingDisplay& operator=(const TrainingDisplay&) = delete;

  /// Adds its callbacks to the hooks; it must outlive them.
  void attach(TrainingHooks& hooks);
  /// The same for self-play with this total number of games.
  void attach(SelfPlayHooks& hooks, std::uint64_t games);
  /// Says at the first sign of progress how long the training is, which games it `plays` or only
  /// learns from, and what is measured when.
  void plan(const TrainConfig& config, bool plays);
  /// Reports that evaluation matches begin.
  void measuring(std::uint64_t round);
  void measured(const LadderMatch& match);
  /// Removes the moving line.
  void finish();

 private:
  enum class Phase : std::uint8_t { none, playing, learning };

  void show(Phase phase, std::uint64_t done, std::uint64_t total, const std::string& note);
  void clear();
  /// Reports, once, that a signal has come.
  void say_stopping();
  [[nodiscard]] std::string round_text(std::uint64_t round) const;

  const std::uint64_t rounds_;
  std::FILE* const lines_;
  std::mutex mutex_;  ///< of everything below
  std::string at_;    ///< "12 of 200 games"
  std::string plan_;  ///< yet to be said
  std::unique_ptr<Progress> line_;
  Phase phase_ = Phase::none;
  bool told_ = false;  ///< a signal was reported
  std::jthread watch_;
};

}  // namespace tavlab::cli
