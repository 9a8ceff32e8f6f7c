#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/compare/difference.h"
#include "experiments/compare/generated_run.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab experiment ambiguity`.
struct AmbiguityOptions : GeneratedRunOptions {
  AmbiguityOptions() { games = 1000; }  // of each variant

  std::string rules;                   ///< id or path
  std::vector<std::string> overrides;  ///< of all variants
  std::string agent = "mcts:cutoff=20,sims=100";
  bool pairs = false;  ///< also two alternatives at a time
};

/// The measures by which assumptions are ranked: balance, length, draws.
inline constexpr std::array<const char*, 3> kRankedMeasures = {"score", "plies", "draw"};

/// One alternative reading of a source, compared to the assumed one.
struct AmbiguityRow {
  std::string variant;               ///< "no_move.attackers = draws"
  std::vector<std::string> reasons;  ///< why the rule set takes another value
  std::array<Difference, kRankedMeasures.size()> differences;
  /// p-values of the differences, adjusted over all rows and measures by Holm's method.
  std::array<double, kRankedMeasures.size()> adjusted{};
};

struct AmbiguityResult {
  std::string rules_id;
  std::string agent;
  std::vector<AmbiguityRow> rows;       ///< by the size of the shift in balance, largest first
  std::vector<std::string> unplayable;  ///< variants that contradict the rest, with the reason
  Summary games;
  bool interrupted = false;
};

/// Plays a rule set as it is and with each alternative in its `[assumed]` table, and ranks the
/// alternatives by effect. Writes experiment.toml, games.sqlite, the summaries, ambiguity.json,
/// ambiguity.md and report.html into the folder; resumes an existing run. Throws UserError, also
/// for rules without assumptions.
AmbiguityResult run_ambiguity(const AmbiguityOptions& options, const std::filesystem::path& folder);

}  // namespace tavlab
