#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "experiments/run/progress.h"
#include "selfplay/generate/self_play_run.h"
#include "selfplay/train/training.h"

namespace tavlab::cli {

/// How fast nets judge positions, in a few words for a line of progress.
std::string play_note(const SelfPlayCounts& counts);

/// Says so where self-play will use fewer threads than it may: each of the groups of games that a
/// config names is played by one.
void say_idle_threads(int threads, int groups);

/// Shows how a training or a run of self-play comes along: a line that moves, and one that stays
/// for each round of a training. A signal finishes the round in hand, which it says at once.
class TrainingDisplay {
 public:
  /// Adds what shows to the hooks; it must outlive them.
  void attach(TrainingHooks& hooks);
  /// The same for self-play of so many games in all.
  void attach(SelfPlayHooks& hooks, std::uint64_t games);
  /// Matches begin.
  void measuring(std::uint64_t round);
  /// Takes the moving line away.
  void finish();

 private:
  enum class Phase : std::uint8_t { none, playing, learning };

  void show(Phase phase, std::uint64_t done, std::uint64_t total, std::string note);
  /// What to say of a round of which so much is done, once a signal has asked to end after it.
  void say_finishing(const char* unit, std::uint64_t done, std::uint64_t wanted);

  std::unique_ptr<Progress> line_;
  Phase phase_ = Phase::none;
  bool told_ = false;  ///< that the round in hand is the last
};

}  // namespace tavlab::cli
