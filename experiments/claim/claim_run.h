#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claim/claim.h"
#include "experiments/claim/monitor.h"
#include "experiments/claim/trend.h"
#include "experiments/human/human_play.h"
#include "experiments/run/runner.h"
#include "experiments/run/shard.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab claim run`.
struct ClaimOptions {
  int threads = 0;                     ///< 0: all hardware threads
  std::optional<std::uint64_t> games;  ///< budget per cell instead of the claim's
  std::optional<std::uint64_t> seed;   ///< instead of the claim's
  /// The strongest agent of each kind, in place of those of the claim; only for one that ladders
  /// play.
  std::vector<std::string> agents;
  /// What names the strongest agents (load_calibration); empty for none.
  std::filesystem::path calibration;
  /// How people play, for the reports: a file of `tavlab games stats --out`; empty for that of the
  /// run's folder, if any.
  std::filesystem::path human;
  /// Of how many claims this is one: each is played until its verdict holds with alpha divided by
  /// this number, so that Holm's procedure keeps it among them.
  std::size_t family = 1;
  double minutes = 0.0;  ///< budget of wall time; 0: none
  /// Which of the games to play. A shard decides nothing: it spends its share of the budget, and
  /// the verdict comes from the merged store.
  Shard shard;
  bool force = false;          ///< as in FillOptions
  bool quiet = false;          ///< no progress
  bool json = false;           ///< print the JSON instead of the text
  std::FILE* output = stdout;  ///< results; null prints nothing
  std::FILE* log = stderr;     ///< progress and messages
  GamePlayer player;           ///< null: as in RunnerOptions
};

/// The complete result of a run.
struct ClaimResult {
  Claim claim;
  std::vector<std::string> strengths;
  std::vector<ClaimTest> tests;   ///< as in ClaimMonitor
  std::vector<Verdict> verdicts;  ///< by strength; empty for a shard
  Outcome outcome;
  std::vector<Trend> trends;  ///< if there are several strengths
  Summary games;              ///< of the games that count, see ClaimMonitor::counted
  std::uint64_t waiting = 0;  ///< stored games that do not count yet: lower numbers are missing
  bool exhausted = false;     ///< ClaimMonitor::exhausted
  bool spent = true;          ///< every undecided hypothesis has used its whole budget
  bool changed = false;       ///< the hypotheses are not those of the first games
  bool interrupted = false;   ///< by a signal
  bool out_of_time = false;   ///< stopped by the clock, not by a verdict or the budget of games
  std::optional<HumanPlay> human;  ///< how people play, if known

  /// The verdict on the claim.
  [[nodiscard]] Verdict headline() const { return outcome.verdict; }
  /// How people play under the rules that a hypothesis on the score of one rule set is about; null
  /// for other hypotheses, and if that is not known.
  [[nodiscard]] const PlayedRules* people_on(std::size_t hypothesis) const;
  /// Whether exact values alone decide at this strength, so that games could not change the
  /// verdict: one of them refutes the claim, or it is about nothing else.
  [[nodiscard]] bool by_proof(std::size_t strength) const;
};

/// Plays games until every hypothesis is decided at every strength, or the budget is spent, and
/// writes claim.json, claim.md, report.html, figures and the summaries beside the store. Resumes an
/// existing run. Throws UserError.
ClaimResult run_claim(std::string_view claim, const std::filesystem::path& folder,
                      const ClaimOptions& options = {});

/// Rewrites the results of a store, even while it is being filled. If `out` is given they go there:
/// then nothing changes in `folder`, which need not be writable.
ClaimResult report_claim(const std::filesystem::path& folder, const ClaimOptions& options = {},
                         const std::filesystem::path& out = {});

}  // namespace tavlab
