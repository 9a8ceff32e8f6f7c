// tavlab compare RULES RULES ...|RULES --set KEY=VALUE --agent A --games N --out DIR
#include "experiments/compare/compare.h"

#include <memory>
#include <string>

#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct CompareArguments {
  std::string out;
  CompareOptions run;
};

}  // namespace

void add_compare_command(App& app, Context& context) {
  const auto options = std::make_shared<CompareArguments>();
  App* command = app.add_subcommand(
      "compare", "Compare rule sets: parameters, positions, and games between equal agents");
  command
      ->add_option("RULES", options->run.rules,
                   "Ids or paths of two rule sets, of more for a matrix, or of one with --set")
      ->required();
  command
      ->add_option("--set", options->run.overrides,
                   "Override a parameter, as in --set king.armed=none; one rule set alone is then "
                   "compared with itself as it is")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  add_out_option(*command, options->out);
  command->add_option("--agent", options->run.agent, "Agent of both sides")->capture_default_str();
  command
      ->add_option("--positions", options->run.sample.positions,
                   "Positions of each rule set to examine under the other")
      ->capture_default_str()
      ->check(in_range(1, 10000000));
  command
      ->add_option("--analyzed", options->run.sample.asked,
                   "Number of these positions that the agent analyzes")
      ->capture_default_str()
      ->check(in_range(0, 10000000));
  add_generated_run_options(*command, options->run, "Games of each rule set", context);
  add_play_conditions(*command, options->run.conditions);
  command->footer(play_conditions_help());
  command->callback([options, &context] {
    options->run.sample.seed = options->run.seed;
    std::string name = "compare";
    for (const std::string& rules : options->run.rules) name += '-' + plain_name(rules);
    for (const std::string& change : options->run.overrides) name += '-' + change;
    in_folder_for(options->out, name, [&](const std::string& folder) {
      if (run_compare(options->run, folder).interrupted) context.stopped();
    });
  });
}

}  // namespace tavlab::cli
