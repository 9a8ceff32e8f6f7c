// tavlab ladder RULES --agents A B C --games N --out DIR
#include "experiments/compare/ladder.h"

#include <map>
#include <memory>
#include <string>

#include "tools/cli.h"

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
  command->add_option("--out", options->out, "Folder of the store and the report")
      ->required()
      ->check(not_empty("name a folder"));
  command->add_option("--games", options->run.games, "Games of each pair, half on each side")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000000));
  command
      ->add_option("--schedule", options->run.schedule,
                   "round_robin, or neighbours: each only the next --neighbours of the list")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Schedule>{
          {"round_robin", Schedule::round_robin}, {"neighbours", Schedule::neighbours}}));
  command->add_option("--neighbours", options->run.neighbours, "See --schedule")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  add_seed_option(*command, options->run.seed, "Decides every game");
  command->add_option("--opening", options->run.opening_plies, "Random plies at the start")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  command->add_option("--max-plies", options->run.max_plies, "A longer game is unfinished")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  add_threads_option(*command, options->run.threads);
  command->add_flag("--quiet", options->run.quiet, "No progress");
  add_json_flag(*command, options->run.json);
  command->callback([options, &context] {
    options->run.rules = options->rules.name;
    options->run.overrides = options->rules.overrides;
    if (run_ladder(options->run, options->out).interrupted) context.exit_code = kInterrupted;
  });
}

}  // namespace tavlab::cli
