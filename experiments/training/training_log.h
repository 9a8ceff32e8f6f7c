#pragma once

#include <filesystem>
#include <functional>

#include "experiments/training/progress_ladder.h"
#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// Who shows the matches that measure a net.
struct LadderCallbacks {
  std::function<void(std::uint64_t round)> begin;
  std::function<void(const LadderMatch&)> played;
};

/// Callbacks for `run_training` or `run_learning` that also log progress in the same folder:
///
///   metrics.jsonl                 a line for each round
///   events.out.tfevents.*         the same for TensorBoard
///   ladder.jsonl                  matches of the net against the config's opponents
///   report.html                   curves, matches and games, rewritten after each round of matches
///
/// `hooks` are called as usual; of the callbacks in `matches`, which may be empty, one before the
/// matches of a round and one after each.
/// Matches are abandoned when training is to stop. The config must outlive the callbacks.
TrainingHooks with_training_log(const TrainConfig& config, const std::filesystem::path& folder,
                                int threads, const TrainingHooks& hooks,
                                const LadderCallbacks& matches);

}  // namespace tavlab
