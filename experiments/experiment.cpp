#include "experiments/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "experiments/directory_lock.h"
#include "experiments/file_output.h"
#include "experiments/interrupt.h"
#include "experiments/progress.h"
#include "experiments/report/html.h"
#include "experiments/summary_text.h"
#include "experiments/version.h"

namespace tavlab {
namespace {

void write_results(const Summary& summary, const std::filesystem::path& folder) {
  write_file(folder / "summary.csv", summary_csv(summary));
  write_file(folder / "summary.json", summary_json(summary));
  write_file(folder / "report.html", report_html(summary));
}

void print_results(const Summary& summary, const std::filesystem::path& folder,
                   const ExperimentOptions& options) {
  if (options.output == nullptr) return;
  const std::string text = options.json ? summary_json(summary) : summary_table(summary);
  std::fwrite(text.data(), 1, text.size(), options.output);
  if (!options.json) {
    fmt::print(options.output, "report: {}\n", (folder / "report.html").string());
  }
  std::fflush(options.output);
}

StoredExperiment describe(const ExperimentConfig& config, std::string_view name,
                          const ExperimentOptions& options) {
  StoredExperiment experiment;
  experiment.id = config.id;
  experiment.title = config.title;
  experiment.question = config.question;
  experiment.config_text = config.text;
  experiment.config_name = name;
  experiment.tavlab_version = kVersion;
  experiment.seed = config.seed;
  experiment.games_option = options.games;
  return experiment;
}

/// Agents that do not fit the rules are found before the folder is touched.
void check_agents(const ExperimentConfig& config, const GamePlayer& player) {
  for (const ExperimentCell& cell : config.cells) {
    player(cell.match_settings(), {}, 1, [](const GameRecord&) {}, {});
  }
}

}  // namespace

ExperimentOutcome run_experiment(std::string_view config_name, const std::filesystem::path& folder,
                                 const ExperimentOptions& options) {
  const InterruptGuard guard;
  const ExperimentConfig config = load_experiment(config_name, options.games);
  RunnerOptions runner;
  runner.player = options.player ? options.player : GamePlayer(play_games);
  runner.threads = options.threads > 0
                       ? options.threads
                       : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  runner.interrupted = InterruptGuard::interrupted;
  check_agents(config, runner.player);

  make_folder(folder);
  const DirectoryLock lock(folder);
  Store store = Store::open_for_run(folder, config, describe(config, config_name, options));
  Progress progress(options.log, options.quiet || options.log == nullptr
                                     ? Progress::Style::silent
                                     : Progress::style_for(options.log));
  const RunnerResult result = run_games(store, config, runner, progress);

  ExperimentOutcome outcome;
  outcome.interrupted = !result.complete;
  outcome.summary = summarize(store);
  write_results(outcome.summary, folder);
  if (outcome.interrupted) {
    if (options.log != nullptr) {
      fmt::print(options.log, "stopped; nothing finished is lost. To continue:\n  {}\n",
                 outcome.summary.command(folder.string()));
    }
    return outcome;
  }
  print_results(outcome.summary, folder, options);
  return outcome;
}

Summary report_experiment(const std::filesystem::path& folder, const ExperimentOptions& options) {
  const InterruptGuard guard;
  Store store = Store::open_for_report(folder);
  Summary summary = summarize(store);
  write_results(summary, folder);
  print_results(summary, folder, options);
  return summary;
}

}  // namespace tavlab
