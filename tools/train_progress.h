#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "experiments/run/progress.h"
#include "selfplay/generate/self_play_run.h"
#include "selfplay/train/training.h"

namespace tavlab::cli {

/// The speed of net evaluations, for a progress line.
std::string play_note(const SelfPlayCounts& counts);

/// Prints a notice if self-play will use fewer threads than allowed: there is one thread for each
/// group of games in the config.
void say_idle_threads(int threads, int groups);

/// Shows the progress of a training or self-play run: a moving line, and for training a
/// permanent line for each round. When a signal asks to stop after the current round, this is
/// reported at once.
class TrainingDisplay {
 public:
  /// Adds its callbacks to the hooks; it must outlive them.
  void attach(TrainingHooks& hooks);
  /// The same for self-play with this total number of games.
  void attach(SelfPlayHooks& hooks, std::uint64_t games);
  /// Reports that evaluation matches begin.
  void measuring(std::uint64_t round);
  /// Removes the moving line.
  void finish();

 private:
  enum class Phase : std::uint8_t { none, playing, learning };

  void show(Phase phase, std::uint64_t done, std::uint64_t total, std::string note);
  /// Reports, once, that the current round is being finished after a signal.
  void say_finishing(const char* unit, std::uint64_t done, std::uint64_t wanted);

  std::unique_ptr<Progress> line_;
  Phase phase_ = Phase::none;
  bool told_ = false;  ///< a signal was reported: the current round is the last
};

}  // namespace tavlab::cli
