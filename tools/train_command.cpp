// tavlab train CONFIG --out DIR
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/files.h"
#include "experiments/directory_lock.h"
#include "experiments/interrupt.h"
#include "experiments/training/train_run.h"
#include "selfplay/train/config.h"
#include "selfplay/train/training.h"
#include "tools/cli.h"
#include "tools/progress_line.h"
#include "tools/run_options.h"
#include "tools/train_progress.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string config;
  std::string out;
  std::string device = "cpu";
  std::string backend = "auto";
  int threads = 1;
  bool quiet = false;
};

TrainConfig config_of(const Options& options) {
  if (!options.config.empty()) return load_train_config(options.config);
  const fs::path stored = fs::path(options.out) / "config.toml";
  if (!fs::exists(stored)) {
    throw UserError(fmt::format("{}: holds no training to go on with; name a CONFIG to begin one",
                                options.out));
  }
  return load_train_config(stored);
}

void print_round(const RoundReport& report) {
  const auto share = [&](std::uint64_t count) {
    return report.games == 0
               ? 0.0
               : 100.0 * static_cast<double>(count) / static_cast<double>(report.games);
  };
  fmt::print(
      "round {:>4}  {:>6.1f} min  {} games ({:.0f} % won, {:.0f} drawn, {:.0f} lost, {:.0f} "
      "unfinished), {:.0f} decisions each",
      report.round, report.minutes, report.games, share(report.first_wins), share(report.draws),
      share(report.second_wins), share(report.unfinished), report.mean_plies);
  if (report.steps > 0) {
    fmt::print("; {} steps: policy {:.3f}, value {:.3f}", report.steps, report.losses.policy,
               report.losses.value);
  }
  fmt::print("  [{:.0f} + {:.0f} s]\n", report.play_seconds, report.learn_seconds);
  std::fflush(stdout);
}

void run(const Options& options, Context& context) {
  const TrainConfig config = config_of(options);
  make_folder(options.out);
  const DirectoryLock lock(options.out);
  const InterruptGuard guard;
  std::unique_ptr<ProgressLine> line;
  std::uint64_t shown_round = 0;
  bool playing = false;
  TrainingHooks hooks;
  if (!options.quiet) {
    hooks.playing = [&](std::uint64_t round, const SelfPlayProgress& progress) {
      if (line == nullptr || shown_round != round || !playing) {
        line = std::make_unique<ProgressLine>("games", progress.wanted);
        shown_round = round;
        playing = true;
      }
      line->update(progress.games, play_note(progress.counts));
    };
    hooks.learning = [&](std::uint64_t, std::uint64_t step, std::uint64_t steps) {
      if (line == nullptr || playing) {
        line = std::make_unique<ProgressLine>("steps", steps);
        playing = false;
      }
      line->update(step, "learning");
    };
  }
  hooks.round = [&](const RoundReport& report, const fs::path&) {
    line.reset();
    if (!options.quiet) print_round(report);
  };
  hooks.stop = [] { return InterruptGuard::asked_to_stop(); };
  TrainingMachine machine{{options.backend, options.device}, options.threads};
  const auto measuring = [&](std::uint64_t round) {
    if (!options.quiet) fmt::print(stderr, "measuring the net of round {}\n", round);
  };
  train_and_measure(config, options.out, machine, hooks, measuring);
  if (InterruptGuard::asked_to_stop()) {
    context.exit_code = kInterrupted;
    fmt::print("saved; `tavlab train --out {}` goes on\n", options.out);
  } else {
    fmt::print("net: {}\nreport: {}\n", (fs::path(options.out) / "net.tavnet").string(),
               (fs::path(options.out) / "report.html").string());
  }
}

}  // namespace

void add_train_command(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  options->threads = hardware_threads();
  CLI::App& command = *app.add_subcommand(
      "train", "Train a net by self-play; the same command goes on with what was begun");
  command.add_option("CONFIG", options->config,
                     "Config of the training; may be left out to go on with what --out holds");
  add_out_option(command, options->out);
  add_net_machine_options(command, options->device, options->backend);
  add_threads_option(command, options->threads);
  command.add_flag("--quiet", options->quiet, "Show no progress");
  command.callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
