#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/run/runner.h"
#include "experiments/run/shard.h"
#include "experiments/store/store.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab experiment run`.
struct ExperimentOptions {
  int threads = 0;                     ///< 0: all hardware threads
  std::optional<std::uint64_t> games;  ///< games per cell instead of the config's
  std::optional<std::uint64_t> seed;   ///< instead of the config's
  Shard shard;                         ///< which of the games to play
  bool force = false;                  ///< as in FillOptions
  bool quiet = false;                  ///< no progress
  bool json = false;                   ///< print the JSON summary instead of the table
  std::FILE* output = stdout;          ///< results; null prints nothing
  std::FILE* log = stderr;             ///< progress and messages
  GamePlayer player;                   ///< null: as in RunnerOptions
};

struct ExperimentOutcome {
  Summary summary;
  bool interrupted = false;  ///< by SIGINT or SIGTERM; the exit code should say so (130)
};

/// Plays the games of an experiment (built-in id or path) that `folder` lacks, writes games.sqlite,
/// the summaries, figures and report.html there, and prints the summary. Resumes an earlier run,
/// however it stopped. Throws UserError.
ExperimentOutcome run_experiment(std::string_view config, const std::filesystem::path& folder,
                                 const ExperimentOptions& options = {});

/// Writes summaries and report of an open store into its folder, and prints the summary.
Summary report_store(Store& store, const std::filesystem::path& folder,
                     const ExperimentOptions& options);

/// Rewrites the summaries and the report of a store and prints the summary, even while a run is
/// filling it. If `out` is given they go there: then nothing changes in `folder`, which need not be
/// writable. Throws UserError.
Summary report_experiment(const std::filesystem::path& folder,
                          const ExperimentOptions& options = {},
                          const std::filesystem::path& out = {});

}  // namespace tavlab
