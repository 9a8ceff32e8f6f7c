#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "core/ruleset/ruleset.h"
#include "experiments/stats/interval.h"
#include "selfplay/train/config.h"

namespace tavlab {

/// How a training's net did against one opponent.
struct LadderResult {
  std::uint64_t round = 0;
  double minutes = 0.0;                         ///< of training, up to then
  std::string opponent;                         ///< as the config names it
  std::optional<std::uint64_t> opponent_round;  ///< where EARLIER stands for the net of a round
  ResultCounts as_first, as_second;             ///< the net's results on each side

  [[nodiscard]] ResultCounts both() const { return as_first + as_second; }
};

/// What the net's decisions lose without a search, against perfect play.
struct LadderRegret {
  std::uint64_t round = 0;
  double minutes = 0.0;
  double mean_loss = 0.0;  ///< of win probability
  Interval interval;
};

/// All that was measured on the way.
struct LadderHistory {
  std::vector<LadderResult> results;
  std::vector<LadderRegret> regrets;
};

/// Throws UserError where the ladder of a config cannot be played in this folder by these rules, as
/// far as that shows before there is a net: hours of training would end there else.
void check_ladder(const RuleSet& rules, const TrainConfig& config,
                  const std::filesystem::path& folder);

/// Measures a net: plays its matches, and where there is a table compares its decisions with it.
/// What was measured is added to ladder.jsonl in the training's folder, a line each. Ends early
/// when `stopping` says so after a game; what was not played to the end is then not added.
void play_ladder(const RuleSet& rules, const TrainConfig& config, std::uint64_t round,
                 double minutes, const std::filesystem::path& folder, int threads,
                 const std::function<bool()>& stopping);

/// What `play_ladder` has added so far. A line that is cut off is left out.
LadderHistory read_ladder(const std::filesystem::path& folder);

}  // namespace tavlab
