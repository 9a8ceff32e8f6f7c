// tavlab calibrate RULES --agents A B C --games N --out DIR
#include "experiments/calibrate/calibrate.h"

#include <memory>
#include <string>

#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct CalibrateArguments {
  RulesArguments rules;
  std::string out;
  CalibrateOptions run;
};

}  // namespace

void add_calibrate_command(App& app, Context& context) {
  const auto options = std::make_shared<CalibrateArguments>();
  App* command = app.add_subcommand(
      "calibrate",
      "Play every agent against every agent: who is strongest on each side, and how "
      "even the game is between them");
  options->rules.add_to(*command);
  command->add_option("--agents", options->run.agents, "Two or more agents")->required();
  add_out_option(*command, options->out);
  command
      ->add_option("--precision", options->run.precision,
                   "Stop when the interval of the score between the best is at most this wide on "
                   "either side, such as 0.05")
      ->check(number_between(0.001, 0.5));
  add_generated_run_options(*command, options->run,
                            "Games of each pair of an agent on the first side and one on the "
                            "second, on average: most are played where they decide most");
  add_play_conditions(*command, options->run.conditions);
  command->footer(play_conditions_help());
  command->callback([options, &context] {
    options->run.rules = options->rules.name;
    options->run.overrides = options->rules.overrides;
    if (run_calibration(options->run, options->out).interrupted) {
      context.exit_code = kInterrupted;
    }
  });
}

}  // namespace tavlab::cli
