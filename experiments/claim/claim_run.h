#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/claim/claim.h"
#include "experiments/claim/monitor.h"
#include "experiments/run/runner.h"
#include "experiments/run/shard.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// How `tavlab claim run` was called.
struct ClaimOptions {
  int threads = 0;                     ///< 0: as many as the machine has
  std::optional<std::uint64_t> games;  ///< budget of a cell instead of the claim's
  double minutes = 0.0;                ///< budget of clock time; 0: none
  /// Which of the games are to be played. A part of them decides nothing: it spends its share of
  /// the budget, and the verdict comes from the merged store.
  Shard shard;
  bool force = false;          ///< as in FillOptions
  bool quiet = false;          ///< no progress
  bool json = false;           ///< print the JSON instead of the text
  std::FILE* output = stdout;  ///< results; null prints nothing
  std::FILE* log = stderr;     ///< progress and messages
  GamePlayer player;           ///< null: play_games
};

/// How a hypothesis changes from the weakest agents to the strongest.
struct Trend {
  enum class Direction : std::uint8_t { open, rises, falls };

  std::size_t hypothesis = 0;
  Direction direction = Direction::open;  ///< told apart by the two confidence sequences
  double change = 0.0;                    ///< of the mean
};

/// Everything that a run of a claim came to.
struct ClaimResult {
  Claim claim;
  std::vector<std::string> strengths;
  std::vector<ClaimTest> tests;   ///< as ClaimMonitor has them
  std::vector<Verdict> verdicts;  ///< by strength; empty for a shard
  std::vector<Trend> trends;      ///< where there are several strengths
  Summary games;                  ///< of the games that count, see ClaimMonitor::counted
  std::uint64_t waiting = 0;      ///< stored games that cannot count: a lower number is missing
  bool spent = true;              ///< whatever is open has had its whole budget
  bool changed = false;           ///< the hypotheses are not those of the first games
  bool interrupted = false;       ///< by a signal
  bool out_of_time = false;       ///< the clock stopped it, not a verdict or the budget of games

  /// The verdict with the strongest agents.
  [[nodiscard]] Verdict headline() const { return verdicts.back(); }
};

/// Plays games until every hypothesis is decided at every strength, or the budget is spent, and
/// writes claim.json, claim.md, report.html, figures and the summaries beside the store.
/// Continues what is there. Throws UserError.
ClaimResult run_claim(std::string_view claim, const std::filesystem::path& folder,
                      const ClaimOptions& options = {});

/// Writes the results of a store anew, also while it is being filled. They go to `out` where it is
/// named: then nothing changes in `folder`, which need not be writable.
ClaimResult report_claim(const std::filesystem::path& folder, const ClaimOptions& options = {},
                         const std::filesystem::path& out = {});

}  // namespace tavlab
