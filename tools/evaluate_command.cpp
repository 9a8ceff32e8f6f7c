// tavlab evaluate train CONFIG --out DIR, and tavlab evaluate show FILE
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "core/error.h"
#include "core/notice.h"
#include "experiments/config/agent_nets.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/net_files.h"
#include "selfplay/evaluation/config.h"
#include "selfplay/evaluation/training.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct EvaluateArguments {
  std::string config, out, file;
  std::optional<std::uint64_t> seed;
  int threads = 1;
  bool quiet = false;
  bool json = false;
};

EvaluationConfig config_of(const EvaluateArguments& options) {
  if (!options.config.empty()) {
    const EvaluationConfig config = load_evaluation_config(options.config);
    return options.seed ? with_seed(config, *options.seed, options.config) : config;
  }
  if (options.out.empty()) {
    throw UserError("give a CONFIG to start a training, or its --out folder to resume one");
  }
  if (options.seed) throw UserError("--seed needs a CONFIG: a resumed run already has its seed");
  const fs::path stored = fs::path(options.out) / "config.toml";
  std::error_code error;
  if (!fs::exists(stored, error)) {
    throw UserError(
        fmt::format("{}: has no training to resume; give a CONFIG to start one", options.out));
  }
  return load_evaluation_config(stored.string());
}

std::string round_text(const EvaluationRound& round) {
  std::string text =
      fmt::format("round {}: {} games, first side won {}, drew {}, lost {}", round.round,
                  round.games.games(), round.games.wins, round.games.draws, round.games.losses);
  if (round.nodes.size() == 1) {
    const auto& [first, second] = round.nodes.front();
    text += fmt::format(" (now with {} nodes per move against {})", first, second);
  }
  text += fmt::format(
      "; {} positions in {:.0f} s; learned from {} in {:.0f} s, loss {:.4f}, on new games {:.4f}",
      round.positions, round.play_seconds, round.samples, round.learn_seconds, round.loss,
      round.held_out_loss);
  if (round.handcrafted_loss) {
    text += fmt::format(" (handcrafted {:.4f})", *round.handcrafted_loss);
  }
  if (round.match.games() > 0) {
    text += fmt::format("; match {} won, {} drawn, {} lost", round.match.wins, round.match.draws,
                        round.match.losses);
    if (round.match.unfinished > 0) {
      text += fmt::format(", {} unfinished", round.match.unfinished);
    }
  }
  return text;
}

/// The moving progress line of the current phase.
class Display {
 public:
  void show(const char* unit, std::uint64_t done, std::uint64_t total, const std::string& note) {
    if (!line_ || unit != unit_) {
      finish();
      line_.emplace(unit, total);
      unit_ = unit;
    }
    line_->update(done, [&] { return note; });
  }
  void finish() {
    if (line_) line_->finish();
    line_.reset();
  }

 private:
  std::optional<Progress> line_;
  const char* unit_ = nullptr;
};

void train(EvaluateArguments options, Context& context) {
  const EvaluationConfig config = config_of(options);
  options.out = folder_for(options.out, plain_name(options.config, options.seed));
  const InterruptGuard guard;
  const OutputFolder output_folder(options.out);
  Display display;
  EvaluationHooks hooks;
  hooks.stop = [] { return InterruptGuard::asked_to_stop(); };
  if (!options.quiet) {
    notice(stderr, "{} rounds: each plays, learns{}.\n", config.rounds,
           config.match.games > 0
               ? fmt::format(", and is measured by a match of {} games", config.match.games)
               : "");
    hooks.playing = [&](std::uint64_t round, std::uint64_t positions, std::uint64_t wanted) {
      display.show("positions", std::min(positions, wanted), wanted,
                   fmt::format("round {} of {}", round, config.rounds));
    };
    hooks.learning = [&](std::uint64_t round, std::uint64_t step, std::uint64_t steps) {
      display.show("steps", step, steps, fmt::format("round {} of {}", round, config.rounds));
    };
    hooks.measuring = [&](std::uint64_t round, const ResultCounts& match) {
      display.show(
          "games", match.games(), config.match.games,
          fmt::format("round {} of {}, score {:.3f}", round, config.rounds, match.score()));
    };
    hooks.round = [&](const EvaluationRound& round) {
      display.finish();
      std::FILE* const lines = options.json ? stderr : stdout;
      fmt::print(lines, "{}\n", round_text(round));
      std::fflush(lines);
    };
  }
  const bool complete = run_evaluation_training(config, options.out, options.threads, hooks);
  display.finish();
  if (!complete) context.stopped();
  const fs::path evaluation = fs::path(options.out) / "evaluation.safetensors";
  std::error_code error;
  if (options.json) {
    const bool exists = fs::exists(evaluation, error);
    print_json({{"out", options.out},
                {"complete", complete},
                {"evaluation", exists ? Json(evaluation.string()) : Json(nullptr)}});
  } else if (!complete) {
    fmt::print("saved; run the same command to resume, which begins the unfinished round again\n");
  } else {
    fmt::print("evaluation: {}\n", evaluation.string());
  }
}

void show(const std::string& file, bool json) {
  const EvaluationNet net = read_evaluation_net(find_evaluation(file));
  const EvaluationShape& shape = net.shape;
  std::size_t weights = 0;
  for (const auto& [name, tensor] : net.tensors) weights += tensor.values.size();
  if (json) {
    Json rules = Json::array();
    for (const NetRules& each : net.trained.rules) {
      rules.push_back({{"id", each.id}, {"hash", fmt::format("{:016x}", each.hash)}});
    }
    return print_json({{"family", net.trained.family},
                       {"features", shape.features.name},
                       {"inputs", shape.features.features},
                       {"views", shape.views},
                       {"layers", {shape.width, kEvaluationHidden1, kEvaluationHidden2}},
                       {"buckets", shape.features.buckets},
                       {"weights", weights},
                       {"corrects", shape.base.empty() ? Json(nullptr) : Json(shape.base)},
                       {"rules", rules},
                       {"hash", fmt::format("{:016x}", evaluation_hash(file))},
                       {"training", net.history}});
  }
  fmt::print("learned evaluation of the family {}\n", net.trained.family);
  fmt::print("  features     {}: {}, from {} view{}\n", shape.features.name,
             shape.features.features, shape.views, shape.views == 1 ? "" : "s");
  fmt::print("  layers       {} x {}, {}, {}, 1; {} buckets\n", shape.views, shape.width,
             kEvaluationHidden1, kEvaluationHidden2, shape.features.buckets);
  if (!shape.base.empty()) fmt::print("  corrects     the handcrafted evaluation {}\n", shape.base);
  fmt::print("  weights      {}\n", weights);
  for (const auto& [key, value] : net.history) fmt::print("  {:<12} {}\n", key, value);
  for (const NetRules& rules : net.trained.rules) {
    fmt::print("  rules        {} ({:016x})\n", rules.id, rules.hash);
  }
}

}  // namespace

void add_evaluate_command(App& app, Context& context) {
  App& command =
      *app.add_subcommand("evaluate", "Train learned evaluations for alpha-beta, or describe one");
  command.require_subcommand(1);

  const auto options = std::make_shared<EvaluateArguments>();
  options->threads = hardware_threads();
  App& verb = *command.add_subcommand(
      "train", "Train a learned evaluation on games of alpha-beta; the same command resumes");
  verb.add_option(
      "CONFIG", options->config,
      fmt::format("A config file or a built-in config ({}); omit it to resume the training "
                  "in --out",
                  fmt::join(builtin_evaluation_ids(), ", ")));
  add_seed_option(verb, options->seed);
  add_out_option(verb, options->out);
  add_threads_option(verb, options->threads);
  add_minutes_option(verb, context);
  add_quiet_flag(verb, options->quiet);
  add_json_flag(verb, options->json);
  verb.callback([options, &context] { train(*options, context); });

  App& list =
      *command.add_subcommand("list", "List what comes with tavlab: evaluations and configs");
  add_json_flag(list, options->json);
  list.callback([options] {
    if (options->json) {
      return print_json(
          {{"evaluations", shipped_evaluations()}, {"configs", builtin_evaluation_ids()}});
    }
    for (const std::string& name : shipped_evaluations()) fmt::print("evaluation  {}\n", name);
    for (const std::string& id : builtin_evaluation_ids()) fmt::print("config      {}\n", id);
  });

  App& shown = *command.add_subcommand("show", "Describe a learned evaluation");
  shown
      .add_option("FILE", options->file,
                  "A file written by `tavlab evaluate train`, or the name of one that comes with "
                  "tavlab")
      ->required();
  add_json_flag(shown, options->json);
  shown.callback([options] { show(options->file, options->json); });
}

}  // namespace tavlab::cli
