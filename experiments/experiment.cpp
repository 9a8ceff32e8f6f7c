#include "experiments/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/error.h"
#include "core/io/files.h"
#include "core/notice.h"
#include "experiments/folder/report_folder.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"
#include "experiments/report/replay_section.h"
#include "experiments/run/fill_store.h"
#include "experiments/run/interrupt.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

void write_results(const Summary& summary, Store& store, const std::filesystem::path& folder) {
  write_summaries(summary, folder);
  write_figures(curve_figures(summary), folder);
  write_file(folder / "report.html",
             report_html(summary, {{}, {}, replay_section(store, summary)}));
}

/// Added to an error if a report should go to a folder other than the run's, and cannot.
std::string_view elsewhere(const StoredExperiment& stored, const std::filesystem::path& out) {
  const bool can = out.empty() || stored.kind() == kClaimRun;
  return can ? "" : " in this folder only: copy it to a writable place";
}

void print_results(const Summary& summary, const std::filesystem::path& folder,
                   const ExperimentOptions& options) {
  if (options.output == nullptr) return;
  const std::string text = options.json ? summary_json(summary) : summary_table(summary);
  notice(options.output, "{}", text);
  if (!options.json) {
    notice(options.output, "report: {}\n", (folder / "report.html").string());
  }
}

}  // namespace

ExperimentOutcome run_experiment(std::string_view config_name, const std::filesystem::path& folder,
                                 const ExperimentOptions& options) {
  const InterruptGuard guard;
  FillOptions fill;
  fill.threads = options.threads;
  fill.games = options.games;
  fill.command = fmt::format("{} {}", kExperimentRun, shell_quoted(config_name));
  if (options.seed) fill.command += fmt::format(" --seed {}", *options.seed);
  fill.shard = options.shard;
  fill.force = options.force;
  fill.quiet = options.quiet;
  fill.log = options.log;
  fill.player = options.player;
  FilledStore filled = fill_store(load_experiment(config_name, options.games, options.seed),
                                  config_name, folder, fill);

  ExperimentOutcome outcome;
  outcome.interrupted = !filled.complete;
  outcome.summary = summarize(filled.store);
  write_results(outcome.summary, filled.store, folder);
  print_results(outcome.summary, folder, options);
  if (outcome.interrupted) {
    if (options.log != nullptr) {
      notice(options.log, "stopped; finished games are stored. To resume:\n  {}\n",
             outcome.summary.command(folder.string()));
    }
    return outcome;
  }
  if (options.games) tell_left_out(filled.store, *options.games, options.log);
  return outcome;
}

Summary report_store(Store& store, const std::filesystem::path& folder,
                     const ExperimentOptions& options) {
  Summary summary = summarize(store);
  write_results(summary, store, folder);
  print_results(summary, folder, options);
  return summary;
}

Summary report_experiment(const std::filesystem::path& folder, const ExperimentOptions& options,
                          const std::filesystem::path& out) {
  const InterruptGuard guard;
  const ReportFolder report(folder, out, report_files(), options.force);
  Store store = Store::open_for_report(folder, report.scratch());
  if (const StoredExperiment stored = store.experiment();
      stored.kind() != kExperimentRun && stored.kind() != kMatchRun) {
    throw UserError(fmt::format("{}: holds a run of `{}`, whose report comes from `{}`{}",
                                folder.string(), stored.kind(), stored.report_command(folder),
                                elsewhere(stored, out)));
  }
  return report_store(store, report.path(), options);
}

}  // namespace tavlab
