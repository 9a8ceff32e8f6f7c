// tavlab experiment list|run|ambiguity|merge|report
#include "experiments/experiment.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "core/notice.h"
#include "experiments/compare/ambiguity.h"
#include "experiments/config/config.h"
#include "experiments/merge.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct ExperimentArguments {
  std::string config;
  std::string out;
  WorkerArguments worker;
  ExperimentOptions run;
};

struct MergeArguments {
  std::string out;
  std::vector<std::string> stores;
  ExperimentOptions run;
};

struct ExperimentReportArguments {
  std::string folder;
  std::string out;
  ExperimentOptions run;
};

struct AmbiguityArguments {
  RulesArguments rules;
  std::string out;
  AmbiguityOptions run;
};

void list_experiments(bool json) {
  Json all = Json::array();
  for (const std::string& id : builtin_experiment_ids()) {
    const ExperimentConfig config = load_experiment(id);
    if (json) {
      all.push_back({{"id", id}, {"title", config.title}, {"question", config.question}});
    } else {
      fmt::print("{:<28} {}\n", id, config.title);
    }
  }
  if (json) print_json({{"experiments", all}});
}

}  // namespace

void add_experiment_command(App& app, Context& context) {
  App* experiment = app.add_subcommand("experiment", "Run experiments and report on them");
  experiment->require_subcommand(1);

  const auto list = std::make_shared<bool>(false);
  App* command = experiment->add_subcommand("list", "List the built-in experiments");
  add_json_flag(*command, *list);
  command->callback([list] { list_experiments(*list); });

  const auto options = std::make_shared<ExperimentArguments>();
  command = experiment->add_subcommand(
      "run", "Play the missing games, and write the summaries and the report");
  command
      ->add_option("CONFIG", options->config,
                   "The id of a built-in experiment or the path of a TOML file")
      ->required();
  add_out_option(*command, options->out);
  add_force_flag(*command, options->run.force);
  command
      ->add_option("--games", options->run.games, "Games per cell, instead of the config's number")
      ->check(in_range(1, 100000000));
  add_seed_option(*command, options->run.seed);
  options->worker.add_to(*command);
  add_threads_option(*command, options->run.threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->run.quiet);
  add_json_flag(*command, options->run.json);
  command->callback([options, &context] {
    options->run.shard = options->worker.begin();
    const std::string folder =
        folder_for(options->out, plain_name(options->config, options->run.seed));
    if (run_experiment(options->config, folder, options->run).interrupted) context.stopped();
  });

  const auto sweep = std::make_shared<AmbiguityArguments>();
  command = experiment->add_subcommand(
      "ambiguity",
      "Play a rule set with each alternative to its assumptions, and rank their effects");
  sweep->rules.add_to(*command);
  add_out_option(*command, sweep->out);
  command->add_option("--agent", sweep->run.agent, "Agent of both sides")->capture_default_str();
  command->add_flag("--pairs", sweep->run.pairs, "Also two alternatives at a time");
  add_generated_run_options(*command, sweep->run, "Games of each variant", context);
  add_play_conditions(*command, sweep->run.conditions);
  command->footer(play_conditions_help());
  command->callback([sweep, &context] {
    sweep->run.rules = sweep->rules.name;
    sweep->run.overrides = sweep->rules.overrides;
    in_folder_for(sweep->out, "ambiguity-" + plain_name(sweep->rules.name),
                  [&](const std::string& folder) {
                    if (run_ambiguity(sweep->run, folder).interrupted) context.stopped();
                  });
  });

  const auto merging = std::make_shared<MergeArguments>();
  command = experiment->add_subcommand(
      "merge", "Merge the games of several stores of one experiment or claim");
  command->add_option("DIR", merging->stores, "Folders of the stores, such as shards")->required();
  // No default: version 0.1 had it in the place of the first DIR, and that spelling still works
  // (old_spellings.cpp).
  command->add_option("--out", merging->out, "Folder of the merged store")
      ->required()
      ->check(folder_name());
  add_force_flag(*command, merging->run.force);
  add_json_flag(*command, merging->run.json);
  command->callback([merging] {
    const MergeOutcome outcome = merge_experiments({merging->stores.begin(), merging->stores.end()},
                                                   merging->out, merging->run);
    notice(stderr, "{} games added, {} already present\n", outcome.taken, outcome.known);
  });

  const auto report = std::make_shared<ExperimentReportArguments>();
  command = experiment->add_subcommand("report", "Rewrite the summaries and the report");
  command->add_option("DIR", report->folder, "Folder of an experiment's store")
      ->required()
      ->check(not_empty("name a folder"));
  add_report_out_option(*command, report->out);
  add_force_flag(*command, report->run.force);
  add_json_flag(*command, report->run.json);
  command->callback([report] { report_experiment(report->folder, report->run, report->out); });
}

}  // namespace tavlab::cli
