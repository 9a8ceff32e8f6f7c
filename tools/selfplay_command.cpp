// tavlab selfplay RULES|CONFIG --net FILE --games N --out DIR
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/io/files.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "selfplay/dataset/game_totals.h"
#include "selfplay/generate/self_play_run.h"
#include "selfplay/train/config.h"
#include "tools/cli.h"
#include "tools/run_options.h"
#include "tools/train_progress.h"

namespace tavlab::cli {
namespace {

struct Options {
  std::string rules;
  std::vector<std::string> overrides;
  std::string net;
  std::string out;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  int simulations = 0;
  std::string device = "cpu";
  std::string backend = "auto";
  int threads = 1;
  bool quiet = false;
};

/// Whether it is a built-in config of a training or the file of one, and not of a rule set.
bool names_config(const std::string& rules) {
  if (rules.find('/') == std::string::npos && !rules.ends_with(".toml")) {
    return rules.starts_with("train-");
  }
  return read_file(rules, kMostConfigBytes).find("[net]") != std::string::npos;
}

/// A config of a training, which has the options of self-play, or a rule set with the defaults.
SelfPlayRun run_of(const Options& options, const App& command) {
  SelfPlayRun run;
  if (names_config(options.rules)) {
    const TrainConfig config = load_train_config(options.rules);
    run.rules = config.rules;
    run.options = config.selfplay;
    run.options.past_share = 0.0;
    run.seed = config.seed;
    run.games_per_round = config.games_per_round;
    if (!options.overrides.empty())
      throw UserError("--set goes with a rule set, not with a config");
  } else {
    run.rules = {{options.rules, options.overrides, {}}};
  }
  if (command.count("--seed") > 0) run.seed = options.seed;
  if (command.count("--simulations") > 0) run.options.simulations = options.simulations;
  run.net = options.net;
  run.games = options.games;
  run.backend = {options.backend, options.device};
  run.threads = options.threads;
  return run;
}

void play(const Options& options, const App& command, Context& context) {
  const SelfPlayRun run = run_of(options, command);
  const InterruptGuard guard;
  const OutputFolder output_folder(options.out);
  TrainingDisplay display;
  SelfPlayHooks hooks;
  if (!options.quiet) {
    say_idle_threads(run.threads, run.options.groups);
    display.attach(hooks, run.games);
  }
  SelfPlayCounts counts;
  GameTotals totals;
  hooks.round = [&](std::span<const StoredGame> games, const SelfPlayCounts& of_round) {
    counts.add(of_round);
    totals.add(games);
  };
  hooks.stop = [] { return InterruptGuard::asked_to_stop(); };
  const std::uint64_t held = run_self_play(run, options.out, hooks);
  display.finish();
  if (InterruptGuard::asked_to_stop()) {
    context.exit_code = kInterrupted;
    fmt::print("saved; the same command goes on\n");
  }
  const ResultCounts& results = totals.results;
  if (results.games() == 0) {
    if (held == run.games) fmt::print("{}: holds all {} games\n", options.out, held);
    if (held > run.games) {
      fmt::print("{}: holds {} games, more than the {} asked for\n", options.out, held, run.games);
    }
    return;
  }
  fmt::print(
      "{} games: {} won, {} drawn, {} lost, {} unfinished, by the first side; {:.1f} moves "
      "and throws a game\n",
      results.games(), results.wins, results.draws, results.losses, results.unfinished,
      static_cast<double>(totals.events) / static_cast<double>(results.games()));
  fmt::print(
      "{}; {:.0f} % of the positions were remembered; {:.0f} % of the time was the net's\n",
      play_note(counts),
      100.0 * static_cast<double>(counts.recalled) /
          static_cast<double>(std::max<std::uint64_t>(1, counts.recalled + counts.evaluations)),
      counts.seconds > 0 ? 100.0 * counts.net_seconds / counts.seconds : 0.0);
}

}  // namespace

void add_selfplay_command(App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  options->threads = hardware_threads();
  App* const command = app.add_subcommand(
      "selfplay", "Play games of a net against itself into a dataset; the same command goes on");
  command
      ->add_option("RULES", options->rules,
                   "A rule set, or a config of `tavlab train`, whose [selfplay] then holds")
      ->required();
  command
      ->add_option("--set", options->overrides,
                   "Override a parameter, as in --set king.armed=false")
      ->option_text("KEY=VALUE ...");
  command->add_option("--net", options->net, "The net; read anew for each round, if it is replaced")
      ->required();
  command->add_option("--games", options->games, "Games in all")
      ->capture_default_str()
      ->check(in_range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  add_out_option(*command, options->out);
  add_seed_option(*command, options->seed, "Seed of the games; else the config's, or 1");
  command
      ->add_option("--simulations", options->simulations,
                   "Of each search; else the config's, or 32")
      ->check(in_range(2, 100'000));
  add_net_machine_options(*command, options->device, options->backend);
  add_threads_option(*command, options->threads);
  command->add_flag("--quiet", options->quiet, "Show no progress");
  command->callback([options, command, &context] { play(*options, *command, context); });
}

}  // namespace tavlab::cli
