#pragma once

#include <filesystem>
#include <functional>

#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// Callbacks for `run_training` or `run_learning` that also log progress in the same folder:
///
///   metrics.jsonl                 a line for each round
///   events.out.tfevents.*         the same for TensorBoard
///   ladder.jsonl                  matches of the net against the config's opponents
///   report.html                   curves, matches and games, rewritten after each round of matches
///
/// `hooks` are called as usual; `measuring`, which may be empty, before the matches of a round.
/// Matches are abandoned when training is to stop. The config must outlive the callbacks.
TrainingHooks with_training_log(const TrainConfig& config, const std::filesystem::path& folder,
                                int threads, const TrainingHooks& hooks,
                                const std::function<void(std::uint64_t round)>& measuring);

}  // namespace tavlab
