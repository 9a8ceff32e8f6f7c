#pragma once

#include <filesystem>
#include <functional>

#include "selfplay/train/config.h"
#include "selfplay/train/training.h"

namespace tavlab {

/// Hooks for `run_training` or `run_learning` that also keep account of it in the same folder:
///
///   metrics.jsonl                 a line for each round
///   events.out.tfevents.*         the same for TensorBoard
///   ladder.jsonl                  matches of the net against the config's opponents
///   report.html                   curves, matches and games, made anew after each round of matches
///
/// `hooks` are called as they would be without; `measuring`, which may be empty, before the matches
/// of a round. When the training is to stop, matches are given up. The config must outlive them.
TrainingHooks with_account(const TrainConfig& config, const std::filesystem::path& folder,
                           int threads, const TrainingHooks& hooks,
                           const std::function<void(std::uint64_t round)>& measuring);

}  // namespace tavlab
