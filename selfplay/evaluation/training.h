#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/evaluation/config.h"

namespace tavlab {

/// The results of one round of training a learned evaluation.
struct EvaluationRound {
  std::uint64_t round = 0;  ///< finished rounds, including this one
  ResultCounts games;       ///< of the round, for the first side
  /// The nodes for a move of each side at the end of the round, by variant of the rules; empty
  /// without `balance`.
  std::vector<std::array<std::uint64_t, 2>> nodes;
  std::uint64_t positions = 0;  ///< searched in the round
  std::uint64_t samples = 0;    ///< learned from
  std::uint64_t steps = 0;
  double loss = 0.0;           ///< mean over the last tenth of the steps, in nats
  double held_out_loss = 0.0;  ///< on games that are never learned from
  /// The loss of the handcrafted evaluation alone on the same games; nullopt without
  /// `correct_handcrafted`. An evaluation that is hardly better has learned nothing.
  std::optional<double> handcrafted_loss;
  ResultCounts match;  ///< of the evaluation against its opponent; no games if there was none
  double play_seconds = 0.0, learn_seconds = 0.0, match_seconds = 0.0;  ///< wall clock
};

/// Progress callbacks; each may be empty.
struct EvaluationHooks {
  std::function<void(std::uint64_t round, std::uint64_t positions, std::uint64_t wanted)> playing;
  std::function<void(std::uint64_t round, std::uint64_t step, std::uint64_t steps)> learning;
  std::function<void(std::uint64_t round, const ResultCounts& match)> measuring;
  std::function<void(const EvaluationRound&)> round;
  /// Whether to stop as soon as possible; unfinished work is repeated when the training resumes.
  std::function<bool()> stop;
};

/// Trains a learned evaluation in rounds: games, learning from the newest, a match. A run of
/// the same config in the folder resumes where it stopped, with equal results. Throws UserError if
/// the folder holds another run or cannot be written. Returns whether all rounds are done.
///
///   config.toml               the config
///   games-NNNNNN.h5           the games of each round, in the format of self-play
///   checkpoint.safetensors    the learner's state after the last finished round
///   evaluation.safetensors    the newest evaluation; nets/ has those of all rounds
///   metrics.jsonl             a line for each round
bool run_evaluation_training(const EvaluationConfig& config, const std::filesystem::path& folder,
                             int threads, const EvaluationHooks& hooks);

}  // namespace tavlab
