// tavlab train CONFIG --out DIR, and tavlab learn CONFIG --data DIR --out DIR
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "core/error.h"
#include "core/notice.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "experiments/training/progress_ladder.h"
#include "experiments/training/training_log.h"
#include "nn/backends.h"
#include "selfplay/train/config.h"
#include "selfplay/train/learn_run.h"
#include "selfplay/train/training.h"
#include "tools/cli.h"
#include "tools/run_options.h"
#include "tools/train_progress.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct TrainArguments {
  std::string config;
  std::string from;
  std::string against, side;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> data;
  bool complete = false;
  std::string out;
  std::string device = "cpu";
  std::string backend = "auto";
  int threads = 1;
  bool quiet = false;
  bool json = false;
};

TrainConfig config_of(const TrainArguments& options) {
  if (!options.side.empty() && options.against.empty()) {
    throw UserError("--side needs --against NET");
  }
  if (!options.config.empty()) {
    TrainConfig config = load_train_config(options.config);
    if (options.seed) config = with_seed(config, *options.seed, options.config);
    if (!options.from.empty()) config = starting_from(config, options.from, options.config);
    if (!options.against.empty()) {
      config = playing_against(config, options.against, options.side, options.config);
    }
    return config;
  }
  if (options.out.empty()) {
    throw UserError("give a CONFIG to start a training, or its --out folder to resume one");
  }
  if (options.seed) throw UserError("--seed needs a CONFIG: a resumed run already has its seed");
  if (!options.from.empty()) {
    throw UserError("--from needs a CONFIG: a resumed run already has its starting net");
  }
  if (!options.against.empty()) {
    throw UserError("--against needs a CONFIG: a resumed run has its opponent already");
  }
  const fs::path stored = fs::path(options.out) / "config.toml";
  std::error_code error;
  if (!fs::exists(stored, error)) {
    throw UserError(
        fmt::format("{}: has no training to resume; give a CONFIG to start one", options.out));
  }
  return load_train_config(stored.string());
}

/// Trains by self-play or, with --data, on the games in folders.
void run(TrainArguments options, Context& context) {
  TrainConfig config = config_of(options);
  const bool learns = !options.data.empty();
  const LearningData data{{options.data.begin(), options.data.end()}, options.complete};
  if (options.complete) config.rounds = count_shards(data);
  options.out =
      folder_for(options.out, (learns ? "learn-" : "") + plain_name(options.config, options.seed));
  check_ladder(RuleVariants(config.rules).at(0), config, options.out);
  check_instruction_set();
  const StopOnSignal stop;
  const OutputFolder output_folder(options.out);
  std::optional<TrainingDisplay> display;
  TrainingHooks hooks;
  if (!options.quiet) {
    if (!learns) say_idle_threads(options.threads, config.selfplay.groups);
    display.emplace(config.rounds, options.json ? stderr : stdout);
    display->attach(hooks);
    display->plan(config, !learns);
  }
  hooks.stop = stop.token();
  bool complete = false;
  hooks.finished = [&](std::uint64_t, double) { complete = true; };
  const LadderCallbacks matches{[&](std::uint64_t round) {
                                  if (display) display->measuring(round);
                                },
                                [&](const LadderMatch& match) {
                                  if (display) display->measured(match);
                                }};
  const TrainingHooks accounted =
      with_training_log(config, options.out, options.threads, hooks, matches);
  const TrainingMachine machine{{options.backend, options.device}, options.threads};
  if (learns) {
    run_learning(config, data, options.out, machine, accounted);
  } else {
    run_training(config, options.out, machine, accounted);
  }
  if (!complete || InterruptGuard::signalled()) context.stopped();
  const fs::path folder = options.out, net = folder / "net.safetensors",
                 report = folder / "report.html";
  std::error_code error;
  const bool has_net = fs::exists(net, error), has_report = fs::exists(report, error);
  if (options.json) {
    print_json({{"out", folder.string()},
                {"complete", complete},
                {"net", has_net ? Json(net.string()) : Json(nullptr)},
                {"report", has_report ? Json(report.string()) : Json(nullptr)}});
    if (!complete) notice(stderr, "saved; run the same command to resume\n");
  } else if (!complete) {
    fmt::print("saved; run the same command to resume\n");
  } else {
    fmt::print("net: {}\n", net.string());
    if (has_report) fmt::print("report: {}\n", report.string());
  }
}

void list_configs(bool json) {
  Json all = Json::array();
  for (const std::string& id : builtin_training_ids()) {
    const TrainConfig config = load_train_config(id);
    if (json) {
      all.push_back({{"id", id}, {"title", config.title}, {"rounds", config.rounds}});
    } else {
      fmt::print("{:<28} {}\n", id, config.title);
    }
  }
  if (json) print_json({{"trainings", all}});
}

void show_config(const std::string& name, bool json) {
  const TrainConfig config = load_train_config(name);
  if (!json) return fmt::print("{}", config.text);
  print_json({{"title", config.title},
              {"seed", config.seed},
              {"rounds", config.rounds},
              {"toml", config.text}});
}

App& add_verb(App& app, const char* name, const char* help, TrainArguments& options,
              Context& context) {
  options.threads = hardware_threads();
  App& command = *app.add_subcommand(name, help);
  command.add_option(
      "CONFIG", options.config,
      fmt::format("Training config, a file or a built-in one such as {}; omit it to resume the "
                  "training in --out",
                  builtin_training_ids().front()));
  command.add_option("--from", options.from,
                     "A net to start from, a file or the name of one that comes with tavlab; same "
                     "layers, at most as many blocks");
  add_seed_option(command, options.seed);
  add_out_option(command, options.out);
  add_net_machine_options(command, options.device, options.backend);
  add_threads_option(command, options.threads);
  add_minutes_option(command, context);
  add_quiet_flag(command, options.quiet);
  add_json_flag(command, options.json);
  return command;
}

}  // namespace

void add_train_command(App& app, Context& context) {
  const auto options = std::make_shared<TrainArguments>();
  App& command = add_verb(app, "train", "Train a net by self-play; the same command resumes",
                          *options, context);
  command.add_option("--against", options->against,
                     "Train an exploiter: the opponent in all games is this net, which does not "
                     "learn, with as many simulations as the config's searches");
  command.add_option("--side", options->side,
                     "With --against: the side that the trained net plays, such as attackers; "
                     "default: either");
  const auto json = std::make_shared<bool>(false);
  App* const list = command.add_subcommand("list", "List the built-in training configs");
  add_json_flag(*list, *json);
  list->callback([json] { list_configs(*json); });
  App* const show = command.add_subcommand(
      "show", "Print a training config, to begin one's own with (selfplay/README.md has all keys)");
  const auto shown = std::make_shared<std::string>();
  show->add_option("CONFIG", *shown, "A built-in training config, or a file")->required();
  add_json_flag(*show, *json);
  show->callback([shown, json] { show_config(*shown, *json); });
  command.callback([options, &command, &context] {
    if (!command.has_called_subcommand()) run(*options, context);
  });
}

void add_learn_command(App& app, Context& context) {
  const auto options = std::make_shared<TrainArguments>();
  App& command =
      add_verb(app, "learn",
               "Train a net on games that `tavlab selfplay` or `evaluate train` play elsewhere",
               *options, context);
  command.add_option("--data", options->data, "Folders of these games; they may be created later")
      ->required();
  command.add_flag(
      "--complete", options->complete,
      "The dataset is complete: treat each shard as one round and stop after the last");
  command.callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
