// tavlab ladder RULES --agents A B C --games N --out DIR
#include "experiments/compare/ladder.h"

#include <map>
#include <memory>
#include <string>

#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct Options {
  RulesArguments rules;
  std::string out;
  LadderOptions run;
};

}  // namespace

void add_ladder_command(CLI::App& app, Context& context) {
  using Schedule = LadderOptions::Schedule;
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "ladder", "Rate agents against each other, and show the balance at each strength");
  options->rules.add_to(*command);
  command->add_option("--agents", options->run.agents, "Two agents or more, the weakest first")
      ->required();
  add_out_option(*command, options->out);
  command
      ->add_option("--schedule", options->run.schedule,
                   "round_robin; neighbours: each only the next --neighbours of the list; or "
                   "adaptive: as many games as round_robin, those that tell most about the ratings")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Schedule>{{"round_robin", Schedule::round_robin},
                                          {"neighbours", Schedule::neighbours},
                                          {"adaptive", Schedule::adaptive}}));
  command->add_option("--neighbours", options->run.neighbours, "See --schedule")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  add_made_run_options(
      *command, options->run,
      "Games of each pair, half on each side; of the adaptive schedule on the average");
  command->callback([options, &context] {
    options->run.rules = options->rules.name;
    options->run.overrides = options->rules.overrides;
    if (run_ladder(options->run, options->out).interrupted) context.exit_code = kInterrupted;
  });
}

}  // namespace tavlab::cli
