// tavlab ladder RULES --agents A B C --games N --out DIR
#include "experiments/ladder/ladder.h"

#include <memory>
#include <string>

#include "core/error.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct LadderArguments {
  RulesArguments rules;
  std::string schedule = "round_robin";
  std::string out;
  LadderOptions run;
};

}  // namespace

void add_ladder_command(App& app, Context& context) {
  using Schedule = LadderOptions::Schedule;
  const auto options = std::make_shared<LadderArguments>();
  App* command = app.add_subcommand(
      "ladder", "Rate agents by games against each other, and show the balance by strength");
  options->rules.add_to(*command);
  command->add_option("--agents", options->run.agents, "Two or more agents, the weakest first")
      ->required();
  add_out_option(*command, options->out);
  command
      ->add_option("--schedule", options->schedule,
                   "round_robin; neighbours: each agent plays only the next --neighbours in the "
                   "list; or adaptive: as many games as round_robin, chosen to be most informative "
                   "about the ratings")
      ->check(one_of({"round_robin", "neighbours", "adaptive"}));
  command->add_option("--neighbours", options->run.neighbours, "See --schedule")
      ->capture_default_str()
      ->check(in_range(1, 1000));
  add_generated_run_options(
      *command, options->run,
      "Games of each pair, half on each side; with the adaptive schedule on average", context);
  add_play_conditions(*command, options->run.conditions);
  command->footer(play_conditions_help());
  command->callback([options, command, &context] {
    if (options->schedule == "neighbours") options->run.schedule = Schedule::neighbours;
    if (options->schedule == "adaptive") options->run.schedule = Schedule::adaptive;
    if (command->count("--neighbours") > 0 && options->schedule != "neighbours") {
      throw UserError("ladder: --neighbours needs --schedule neighbours");
    }
    options->run.rules = options->rules.name;
    options->run.overrides = options->rules.overrides;
    in_folder_for(options->out, "ladder-" + plain_name(options->rules.name),
                  [&](const std::string& folder) {
                    if (run_ladder(options->run, folder).interrupted) context.stopped();
                  });
  });
}

}  // namespace tavlab::cli
