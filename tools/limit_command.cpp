// tavlab limit RULES --agents A B --limits 5..40 --games N --out DIR
#include "experiments/limit/limit.h"

#include <memory>
#include <string>

#include "core/error.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

struct LimitArguments {
  RulesArguments rules;
  std::string out, human;
  LimitOptions run;
};

}  // namespace

void add_limit_command(App& app, Context& context) {
  const auto options = std::make_shared<LimitArguments>();
  options->run.limits = {"5..40"};
  App* command = app.add_subcommand(
      "limit",
      "Find the fair limit: within how many moves must the king's side win for the game to be "
      "even, and what should a player bid for that side");
  options->rules.add_to(*command);
  command->add_option("--agents", options->run.agents, "One or more agents")->required();
  command
      ->add_option("--limits", options->run.limits,
                   "Limits on the moves of the king's side, rising: A..B, numbers, or both; "
                   "default 5..40")
      ->check(not_empty("write it as in 5..40"));
  add_out_option(*command, options->out);
  command
      ->add_option("--prove-nodes", options->run.prove_nodes,
                   "Prove as many limits as this many moves of a search decide; 0 for none")
      ->capture_default_str()
      ->check(in_range(std::uint64_t{0}, std::uint64_t{10'000'000'000}));
  add_human_option(*command, options->human);
  add_generated_run_options(*command, options->run,
                            "Games of each pair of agents at each limit, on average: most are "
                            "played where they tell most about the even point",
                            context);
  add_play_conditions(*command, options->run.conditions);
  command->footer(play_conditions_help());
  command->callback([options, command, &context] {
    if (command->count("--opening") > 0) {
      throw UserError(
          "limit: all limits and agents play the same openings; use --openings plies=N,unique or "
          "a file instead of --opening");
    }
    options->run.rules = options->rules.name;
    options->run.overrides = options->rules.overrides;
    options->run.human = options->human;
    in_folder_for(options->out, "limit-" + plain_name(options->rules.name),
                  [&](const std::string& folder) {
                    if (run_limit(options->run, folder).interrupted) context.stopped();
                  });
  });
}

}  // namespace tavlab::cli
