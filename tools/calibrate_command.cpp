// tavlab calibrate RULES ... --agents A B C --games N --out DIR
#include "experiments/calibrate/calibrate.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct CalibrateArguments {
  std::vector<std::string> rules;
  std::vector<std::string> overrides;
  std::string out, human;
  CalibrateOptions run;
};

}  // namespace

void add_calibrate_command(App& app, Context& context) {
  const auto options = std::make_shared<CalibrateArguments>();
  App* command = app.add_subcommand(
      "calibrate",
      "Play every agent against every agent: who is strongest on each side, and how "
      "even the game is between them");
  command
      ->add_option(
          "RULES", options->rules,
          "Rule sets: their ids (see `tavlab rules list`) or the paths of TOML files; each "
          "of several in its own folder below --out, named by its id")
      ->required();
  add_set_option(*command, options->overrides);
  command->add_option("--agents", options->run.agents, "Two or more agents")->required();
  add_out_option(*command, options->out);
  command
      ->add_option("--precision", options->run.precision,
                   "Stop when the interval of the score between the best is at most this wide on "
                   "either side, such as 0.05")
      ->check(number_between(0.001, 0.5));
  add_human_option(*command, options->human);
  add_generated_run_options(*command, options->run,
                            "Games of each pair of an agent on the first side and one on the "
                            "second, on average: most are played where they decide most",
                            context);
  add_play_conditions(*command, options->run.conditions);
  command->footer(play_conditions_help());
  command->callback([options, &context] {
    options->run.overrides = options->overrides;
    options->run.human = options->human;
    if (options->rules.size() > 1 && options->run.json) {
      throw UserError("calibrate: --json prints one document; name one rule set");
    }
    if (options->rules.size() > 1 && !options->human.empty()) {
      throw UserError("calibrate: --human goes with one rule set");
    }
    const auto calibrate = [&](const std::string& rules, const std::filesystem::path& folder) {
      options->run.rules = rules;
      if (run_calibration(options->run, folder).interrupted) context.stopped();
    };
    if (options->rules.size() == 1) {
      const std::string& rules = options->rules.front();
      in_folder_for(options->out, "calibrate-" + plain_name(rules),
                    [&](const std::string& folder) { calibrate(rules, folder); });
      return;
    }
    const std::filesystem::path out(folder_for(options->out, "calibrate"));
    for (const std::string& rules : options->rules) {
      calibrate(rules, out / load_rule_set(rules, options->overrides).id);
      if (context.exit_code != kSuccess) return;
    }
  });
}

}  // namespace tavlab::cli
