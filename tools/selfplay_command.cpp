// tavlab selfplay RULES|CONFIG --net FILE --games N --out DIR
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
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

struct SelfPlayArguments {
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
  bool json = false;
};

/// Whether the argument is a training config, built in or a file, and not a rule set.
bool names_config(const std::string& rules) {
  if (rules.find('/') == std::string::npos && !rules.ends_with(".toml")) {
    return rules.starts_with("train-");
  }
  return read_file(rules, kMaxConfigBytes).find("[net]") != std::string::npos;
}

/// The run for a training config, with its self-play options, or for a rule set with the defaults.
SelfPlayRun run_of(const SelfPlayArguments& options, const App& command) {
  SelfPlayRun run;
  if (names_config(options.rules)) {
    const TrainConfig config = load_train_config(options.rules);
    run.rules = config.rules;
    run.options = config.selfplay;
    run.options.past_share = 0.0;
    run.seed = config.seed;
    run.games_per_round = config.games_per_round;
    if (!options.overrides.empty()) throw UserError("--set needs a rule set, not a config");
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

void play(const SelfPlayArguments& options, const App& command, Context& context) {
  const SelfPlayRun run = run_of(options, command);
  const StopOnSignal stop;
  const OutputFolder output_folder(options.out);
  std::optional<TrainingDisplay> display;
  SelfPlayHooks hooks;
  if (!options.quiet) {
    say_idle_threads(run.threads, run.options.groups);
    display.emplace();
    display->attach(hooks, run.games);
  }
  SelfPlayCounts counts;
  GameTotals totals;
  hooks.round = [&](std::span<const StoredGame> games, const SelfPlayCounts& of_round) {
    counts.add(of_round);
    totals.add(games);
  };
  hooks.stop = stop.token();
  const std::uint64_t held = run_self_play(run, options.out, hooks);
  if (display) display->finish();
  const bool complete = held >= run.games;
  if (!complete) context.stopped();
  const ResultCounts& results = totals.results;
  if (options.json) {
    print_json({{"out", options.out},
                {"complete", complete},
                {"games", held},
                {"written",
                 {{"games", results.games()},
                  {"won", results.wins},
                  {"drawn", results.draws},
                  {"lost", results.losses},
                  {"unfinished", results.unfinished},
                  {"evaluations", counts.evaluations},
                  {"seconds", counts.seconds}}}});
    return;
  }
  if (!complete) {
    fmt::print(
        "saved; run the same command to resume{}\n",
        held == 0
            ? std::string()
            : fmt::format(
                  "; with --games {} it ends with those that are finished, which are the shorter "
                  "ones, so that such a dataset is biased",
                  held));
  }
  if (results.games() == 0) {
    if (held == run.games) fmt::print("{}: has all {} games\n", options.out, held);
    if (held > run.games) {
      fmt::print("{}: has {} games, more than the {} requested\n", options.out, held, run.games);
    }
    return;
  }
  fmt::print(
      "{} games: {} won, {} drawn, {} lost, {} unfinished by the first side; {:.1f} moves "
      "and rolls per game\n",
      results.games(), results.wins, results.draws, results.losses, results.unfinished,
      static_cast<double>(totals.events) / static_cast<double>(results.games()));
  fmt::print(
      "{}; cache hits {:.0f} %; time in the net {:.0f} %\n", play_note(counts),
      100.0 * static_cast<double>(counts.recalled) /
          static_cast<double>(std::max<std::uint64_t>(1, counts.recalled + counts.evaluations)),
      counts.seconds > 0 ? 100.0 * counts.net_seconds / counts.seconds : 0.0);
}

}  // namespace

void add_selfplay_command(App& app, Context& context) {
  const auto options = std::make_shared<SelfPlayArguments>();
  options->threads = hardware_threads();
  App* const command = app.add_subcommand(
      "selfplay", "Play games of a net against itself into a dataset; the same command resumes");
  command
      ->add_option("RULES", options->rules,
                   "A rule set, or a config of `tavlab train`, whose [selfplay] then applies")
      ->required();
  add_set_option(*command, options->overrides);
  command->add_option("--net", options->net, "The net; reloaded for each round if it has changed")
      ->required();
  command->add_option("--games", options->games, "Total number of games")
      ->capture_default_str()
      ->check(in_range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  add_out_option(*command, options->out);
  add_seed_option(*command, options->seed, "Seed of the games; default: the config's, or 1");
  command
      ->add_option("--simulations", options->simulations,
                   "Simulations of each search; default: the config's, or 32")
      ->check(in_range(2, 100'000));
  add_net_machine_options(*command, options->device, options->backend);
  add_threads_option(*command, options->threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json,
                "Print one JSON document: the games that the folder has, and what is in the shards "
                "that this call wrote");
  command->callback([options, command, &context] {
    in_folder_for(options->out, "selfplay-" + plain_name(options->rules),
                  [&](const std::string& folder) {
                    SelfPlayArguments own = *options;
                    own.out = folder;
                    play(own, *command, context);
                  });
  });
}

}  // namespace tavlab::cli
