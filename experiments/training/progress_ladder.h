#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "core/ruleset/ruleset.h"
#include "experiments/stats/interval.h"
#include "selfplay/train/config.h"

namespace tavlab {

/// The result of the trained net against one opponent.
struct LadderMatch {
  std::uint64_t round = 0;
  double minutes = 0.0;                         ///< of training so far
  std::string opponent;                         ///< as in the config
  std::optional<std::uint64_t> opponent_round;  ///< if EARLIER stands for the net of a round
  ResultCounts as_first, as_second;             ///< the net's results on each side

  [[nodiscard]] ResultCounts both() const { return as_first + as_second; }
};

/// The regret of the net's decisions without search, against perfect play.
struct LadderRegret {
  std::uint64_t round = 0;
  double minutes = 0.0;
  double mean_loss = 0.0;  ///< of win probability
  Interval interval;
};

/// Everything that was measured during training.
struct LadderHistory {
  std::vector<LadderMatch> results;
  std::vector<LadderRegret> regrets;
};

/// Throws UserError if the ladder of a config cannot be played in this folder under these rules, as
/// far as can be told before there is a net: otherwise training would fail after hours.
void check_ladder(const RuleSet& rules, const TrainConfig& config,
                  const std::filesystem::path& folder);

/// Measures a net: plays its matches, and compares its decisions with a table if there is one.
/// Appends the results to ladder.jsonl in the training folder, one per line. Ends early when a stop
/// is requested, in the middle of a search; incomplete results are not appended. `played`, which
/// may be empty, is called after each match.
void play_ladder(const RuleSet& rules, const TrainConfig& config, std::uint64_t round,
                 double minutes, const std::filesystem::path& folder, int threads,
                 const std::stop_token& stop,
                 const std::function<void(const LadderMatch&)>& played);

/// The results that `play_ladder` has appended so far. A truncated line is left out.
LadderHistory read_ladder(const std::filesystem::path& folder);

}  // namespace tavlab
