#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "core/notice.h"
#include "core/other_run.h"
#include "experiments/compare/generated_run.h"
#include "experiments/run/shard.h"
#include "tools/cli.h"
#include "tools/command_line.h"

namespace tavlab::cli {

/// Adds `--force`, for commands that write files next to a store.
void add_force_flag(App& app, bool& force);

/// For an output folder: not empty, not the root of the file system, not a virtual one.
Check folder_name();

/// Adds `--out`, which may not be empty. Without it, `folder_for` names the folder.
Option* add_out_option(App& app, std::string& out);

/// How folders call what is run: an id as it is, of a path the file's name without ".toml".
std::string plain_name(const std::string& id_or_path);

/// The same for a run with another seed than its config's, which has a folder of its own:
/// "quickstart-seed-7".
std::string plain_name(const std::string& id_or_path, std::optional<std::uint64_t> seed);

/// `out` or, if it is empty, runs/NAME for what is run: an id, or a path, of which the name counts.
std::string folder_for(const std::string& out, const std::string& name);

/// runs/NAME, or else the first of runs/NAME-2 and so on that does not exist.
std::string free_folder_for(const std::string& name);

/// Calls `run(folder)` with `out`, or without one with runs/NAME as in `folder_for`; where that
/// holds another run, with runs/NAME-2 and so on. Returns what `run` does.
template <typename Run>
auto in_folder_for(const std::string& out, const std::string& name, Run&& run) {
  const std::string first = folder_for(out, name);
  std::string folder = first;
  for (int i = 2;; ++i) {
    try {
      return run(folder);
    } catch (const OtherRun&) {
      if (!out.empty()) throw;
    }
    std::string next = fmt::format("{}-{}", first, i);
    notice(stderr, "{} holds another run; this one is in {}\n", folder, next);
    folder = std::move(next);
  }
}

/// Adds the `--out` of a report command: empty for the run's own folder.
void add_report_out_option(App& app, std::string& out);

/// Adds `--human`, for reports that draw how people play beside what agents find.
void add_human_option(App& app, std::string& human);

/// Adds `--device` and `--backend` for running nets.
void add_net_machine_options(App& app, std::string& device, std::string& backend);

/// The options of a worker that plays a part of a run: `--shard` and `--die-with-parent`.
struct WorkerArguments {
  std::string shard;
  bool die_with_parent = false;

  void add_to(App& app);
  /// Ties this process to its parent if requested, and parses the shard. Throws UserError.
  [[nodiscard]] Shard begin() const;
};

/// Adds `--openings`, `--time`, `--clock`, `--nodes`, `--odds`, `--time-margin` and `--adjudicate`,
/// for a command that has `--opening`.
void add_play_conditions(App& app, PlayConditions& conditions);
/// The text that explains them, for the end of a help text.
std::string play_conditions_help();

/// Adds the common options of `compare`, `ladder` and `experiment ambiguity`: `--games` with the
/// given help, `--seed`, `--opening`, `--max-plies`, `--threads`, `--minutes`, `--quiet` and
/// `--json`.
void add_generated_run_options(App& app, GeneratedRunOptions& options,
                               const std::string& games_help, Context& context);

}  // namespace tavlab::cli
