#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/compare/generated_run.h"
#include "experiments/human/human_play.h"
#include "experiments/stats/calibration.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab calibrate`.
struct CalibrateOptions : GeneratedRunOptions {
  /// Of each cell, on average.
  CalibrateOptions() { games = 40; }

  std::string rules;
  std::vector<std::string> overrides;
  std::vector<std::string> agents;
  /// Play ends when the value's interval extends no further than this from the value; 0: when all
  /// games are played.
  double precision = 0.0;
  /// How people play, for the reports: a file of `tavlab games stats --out`; empty for that of the
  /// run's folder, if any.
  std::filesystem::path human;
};

struct CalibrateResult {
  std::string rules_id;
  std::vector<std::string> overrides;
  std::vector<std::string> agents;  ///< canonical
  MatchLimits limits;               ///< of all games, in place of those of the agents
  std::string nets;                 ///< as nets_of_agents
  Calibration calibration;
  Summary games;
  std::optional<HumanPlay> human;  ///< how people play, if known
  bool interrupted = false;

  /// Under these rules; null if that is not known.
  [[nodiscard]] const PlayedRules* people() const {
    return human ? human->find(games.cells.front().cell.rules_hash) : nullptr;
  }

  /// Identifies what the calibration is about and what it found: rules, agents, nets, version, how
  /// games were played, and the results of each cell. 16 hexadecimal digits.
  [[nodiscard]] std::string hash() const;
};

/// Plays every agent on the first side against every agent on the second, itself included, and
/// computes the Calibration. A few games of each cell come first; the others are played in rounds,
/// where they sharpen the value and the band most (choose_games). A round depends only on the games
/// of earlier rounds, so that a stopped run resumes as it would have continued. Writes
/// experiment.toml, games.sqlite, the summaries, calibration.json, calibration.md and report.html
/// into the folder. Throws UserError.
CalibrateResult run_calibration(const CalibrateOptions& options,
                                const std::filesystem::path& folder);

}  // namespace tavlab
