#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "selfplay/train/training.h"
#include "tools/progress_line.h"

namespace tavlab::cli {

/// How fast nets judge positions, in a few words for a line of progress.
std::string play_note(const SelfPlayCounts& counts);

/// Shows how a training comes along: a line that moves, and one that stays for each round.
class TrainingDisplay {
 public:
  /// Adds what shows to the hooks; it must outlive them.
  void attach(TrainingHooks& hooks);
  /// Matches begin.
  void measuring(std::uint64_t round);

 private:
  enum class Phase : std::uint8_t { none, playing, learning };

  void line_for(Phase phase, const char* unit, std::uint64_t total);

  std::unique_ptr<ProgressLine> line_;
  Phase phase_ = Phase::none;
};

}  // namespace tavlab::cli
