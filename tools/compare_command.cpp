// tavlab compare RULES RULES ... --agent A --games N --out DIR
#include "experiments/compare/compare.h"

#include <memory>
#include <string>

#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct Options {
  std::string out;
  CompareOptions run;
};

}  // namespace

void add_compare_command(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "compare", "What rule sets differ in: as texts, in positions, and in games between equals");
  command
      ->add_option("RULES", options->run.rules, "Two rule sets' ids or paths, or more for a matrix")
      ->required();
  command->add_option("--out", options->out, "Folder of the store and the report")
      ->required()
      ->check(not_empty("name a folder"));
  command->add_option("--agent", options->run.agent, "Who plays both sides")->capture_default_str();
  command->add_option("--games", options->run.games, "Games by each rule set")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000000));
  command
      ->add_option("--positions", options->run.sample.positions,
                   "Positions of each rule set that are looked at under the other")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000000));
  command
      ->add_option("--asked", options->run.sample.asked,
                   "Of those, how many the agent is asked about")
      ->capture_default_str()
      ->check(CLI::Range(0, 10000000));
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
    options->run.sample.seed = options->run.seed;
    if (run_compare(options->run, options->out).interrupted) context.exit_code = kInterrupted;
  });
}

}  // namespace tavlab::cli
