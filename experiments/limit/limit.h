#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/compare/generated_run.h"
#include "experiments/human/human_play.h"
#include "experiments/limit/proved_limits.h"
#include "experiments/stats/limit_curves.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The parameter that `tavlab limit` varies.
inline constexpr std::string_view kLimitKey = "limits.king_side_moves";

/// Options of `tavlab limit`.
struct LimitOptions : GeneratedRunOptions {
  /// Of each cell, on average.
  LimitOptions() {
    games = 40;
    conditions.openings = "plies=2,unique";
  }

  std::string rules;
  std::vector<std::string> overrides;
  std::vector<std::string> agents;
  std::vector<std::string> limits;        ///< as parse_limits reads them
  std::uint64_t prove_nodes = 1'000'000;  ///< as in prove_limits; 0 for no proofs
  /// How people play without a limit, for the reports: a file of `tavlab games stats --out`; empty
  /// for that of the run's folder, if any.
  std::filesystem::path human;
};

/// "5..40", "13" or several of them, as limits that rise. Throws UserError.
std::vector<int> parse_limits(std::span<const std::string> texts);

struct LimitResult {
  std::string rules_id;
  std::vector<std::string> agents;  ///< canonical
  std::vector<int> limits;
  LimitCurves curves;
  ProvedLimits proved;
  Summary games;
  std::string rules_hash;          ///< without a limit
  std::optional<HumanPlay> human;  ///< how people play, if known
  bool interrupted = false;

  /// Under the rules without a limit; null if that is not known.
  [[nodiscard]] const PlayedRules* people() const {
    return human ? human->find(rules_hash) : nullptr;
  }
};

/// Plays every agent on the first side against every agent on the second at each limit of the
/// second side's moves, all with the same openings, each opening at most once in a cell: an agent
/// that searches without chance plays an opening the same way each time. A few games of each cell
/// come first; the others are played in rounds, where they tell most about the even point
/// (choose_limit_games). A round depends only on the games of earlier rounds, so that a stopped run
/// resumes as it would have continued. Writes experiment.toml, games.sqlite, the summaries,
/// limit.json, limit.md, report.html and the figures into the folder. Throws UserError.
LimitResult run_limit(const LimitOptions& options, const std::filesystem::path& folder);

}  // namespace tavlab
