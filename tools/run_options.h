#pragma once

#include <string>

#include "experiments/compare/made_run.h"
#include "experiments/run/shard.h"
#include "tools/command_line.h"

namespace tavlab::cli {

/// Adds `--force`, for commands that write files beside a store.
void add_force_flag(App& app, bool& force);

/// For a folder that is written to: neither empty nor the root of the file system.
Check folder_name();

/// Adds `--out`, which may not be empty.
void add_out_option(App& app, std::string& out);

/// Adds the `--out` of a command that reports on a run: empty for the run's own folder.
void add_report_out_option(App& app, std::string& out);

/// Adds `--device` and `--backend`: where nets run, and by what.
void add_net_machine_options(App& app, std::string& device, std::string& backend);

/// The options of a worker that plays a part of a run: `--shard` and `--die-with-parent`.
struct WorkerArguments {
  std::string shard;
  bool die_with_parent = false;

  void add_to(App& app);
  /// Ties this process to its parent where that was asked for. Throws UserError.
  [[nodiscard]] Shard begin() const;
};

/// Adds the options that `compare`, `ladder` and `experiment ambiguity` share: `--games`, whose
/// help says of what, `--seed`, `--opening`, `--max-plies`, `--threads`, `--quiet` and `--json`.
void add_made_run_options(App& app, MadeRunOptions& options, const std::string& games_help);

}  // namespace tavlab::cli
