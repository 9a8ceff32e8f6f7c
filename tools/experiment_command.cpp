// tavlab experiment run|report
#include "experiments/experiment.h"

#include <memory>
#include <optional>

#include "tools/cli.h"

namespace tavlab::cli {
namespace {

/// The shell's convention for a process ended by SIGINT; the store is complete and can be
/// continued.
constexpr int kInterrupted = 130;

struct Options {
  std::string config;
  std::string out;
  std::optional<std::uint64_t> games;
  ExperimentOptions run;
};

}  // namespace

void add_experiment_command(CLI::App& app, Context& context) {
  CLI::App* experiment = app.add_subcommand("experiment", "Run experiments and report on them");
  experiment->require_subcommand(1);

  const auto options = std::make_shared<Options>();
  CLI::App* command = experiment->add_subcommand(
      "run", "Play the games that are missing, and write the summaries and the report");
  command
      ->add_option("CONFIG", options->config,
                   "A built-in experiment's id or a path to its TOML file")
      ->required();
  command
      ->add_option("--out", options->out,
                   "Folder of the store and the report; continued if it exists")
      ->required()
      ->check(not_empty("name a folder"));
  command->add_option("--games", options->games, "Games per cell, instead of the config's number")
      ->check(CLI::Range(1, 100000000));
  add_threads_option(*command, options->run.threads);
  command->add_flag("--quiet", options->run.quiet, "No progress");
  add_json_flag(*command, options->run.json);
  command->callback([options, &context] {
    options->run.games = options->games;
    if (run_experiment(options->config, options->out, options->run).interrupted) {
      context.exit_code = kInterrupted;
    }
  });

  const auto report = std::make_shared<Options>();
  command = experiment->add_subcommand("report", "Write the summaries and the report anew");
  command->add_option("DIR", report->out, "Folder of an experiment's store")
      ->required()
      ->check(not_empty("name a folder"));
  add_json_flag(*command, report->run.json);
  command->callback([report] { report_experiment(report->out, report->run); });
}

}  // namespace tavlab::cli
