// tavlab claim list|show|run|report
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "experiments/claim/claim.h"
#include "experiments/claim/claim_run.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct Options {
  std::string claim;
  std::string out;
  std::string shard;
  bool die_with_parent = false;
  ClaimOptions run;
};

void list_claims(bool json) {
  Json all = Json::array();
  for (const std::string& id : builtin_claim_ids()) {
    const Claim claim = load_claim(id);
    if (json) {
      all.push_back({{"id", id},
                     {"title", claim.experiment.title},
                     {"source", claim.source},
                     {"statement", claim.statement}});
    } else {
      fmt::print("{:<28} {:<6} {}\n", id, claim.source, claim.experiment.title);
    }
  }
  if (json) print_json({{"claims", all}});
}

void show_claim(const std::string& name, bool json) {
  const Claim claim = load_claim(name);
  const ExperimentConfig& experiment = claim.experiment;
  Json hypotheses = Json::array();
  for (const Hypothesis& each : claim.hypotheses) hypotheses.push_back(each.text());
  Json cells = Json::array();
  for (const ExperimentCell& cell : experiment.cells) cells.push_back(cell.label);
  if (json) {
    print_json({{"id", experiment.id},
                {"title", experiment.title},
                {"source", claim.source},
                {"statement", claim.statement},
                {"question", experiment.question},
                {"alpha", claim.alpha},
                {"hypotheses", hypotheses},
                {"cells", cells},
                {"games", experiment.cells.front().games},
                {"seed", experiment.seed}});
    return;
  }
  fmt::print("{}: {}\n\n{} says:\n{}\nAsked here:\n{}\nHypotheses\n", experiment.id,
             experiment.title, claim.source, wrap(claim.statement, 92, 2),
             wrap(experiment.question, 92, 2));
  for (const Json& each : hypotheses) fmt::print("  {}\n", each.get<std::string>());
  fmt::print(
      "\nCells, {} games each at most, seed {}; a false verdict at most with probability {}\n",
      experiment.cells.front().games, experiment.seed, claim.alpha);
  for (const Json& each : cells) fmt::print("  {}\n", each.get<std::string>());
}

/// Claims that one call names: one, or all that are built in.
std::vector<std::string> named(const std::string& claim) {
  return claim == "all" ? builtin_claim_ids() : std::vector<std::string>{claim};
}

int run_claims(const Options& options) {
  const std::vector<std::string> names = named(options.claim);
  ClaimOptions run = options.run;
  run.shard = Shard::parse(options.shard);
  if (options.die_with_parent) die_with_parent();
  // Clock time is shared out equally.
  run.minutes /= static_cast<double>(names.size());
  for (const std::string& name : names) {
    const std::filesystem::path out(options.out);
    const bool several = options.claim == "all";
    if (several && !run.json) fmt::print("\n== {}\n", name);
    if (run_claim(name, several ? out / name : out, run).interrupted) return kInterrupted;
  }
  return kSuccess;
}

}  // namespace

void add_claim_command(CLI::App& app, Context& context) {
  CLI::App* claims = app.add_subcommand("claim", "Test what sources claim, game by game");
  claims->require_subcommand(1);

  const auto json = std::make_shared<bool>(false);
  CLI::App* command = claims->add_subcommand("list", "The claims that are built in");
  add_json_flag(*command, *json);
  command->callback([json] { list_claims(*json); });

  const auto shown = std::make_shared<Options>();
  command = claims->add_subcommand("show", "What a claim says and how it is tested");
  command->add_option("CLAIM", shown->claim, "A built-in claim's id or a path to its TOML file")
      ->required();
  add_json_flag(*command, shown->run.json);
  command->callback([shown] { show_claim(shown->claim, shown->run.json); });

  const auto options = std::make_shared<Options>();
  command = claims->add_subcommand(
      "run", "Play games until the claim is decided or the budget is spent; continues a run");
  command
      ->add_option("CLAIM", options->claim,
                   "A built-in claim's id, a path to its TOML file, or `all`: each into its own "
                   "folder below --out")
      ->required();
  command->add_option("--out", options->out, "Folder of the store and the report")
      ->required()
      ->check(not_empty("name a folder"));
  command
      ->add_option("--games", options->run.games, "Budget of games a cell, instead of the claim's")
      ->check(CLI::Range(1, 100000000));
  command
      ->add_option(
          "--minutes", options->run.minutes,
          "Budget of clock time, shared equally by the claims; games in flight are given up")
      ->check(CLI::Range(0.001, 1e6));
  command
      ->add_option("--shard", options->shard,
                   "K/N: only the games of the K-th of N parts, into a folder of its own")
      ->check(not_empty("leave the option out for the whole run"));
  add_threads_option(*command, options->run.threads);
  command->add_flag("--die-with-parent", options->die_with_parent,
                    "End when the process that started this one ends");
  command->add_flag("--quiet", options->run.quiet, "No progress");
  add_json_flag(*command, options->run.json);
  command->callback([options, &context] { context.exit_code = run_claims(*options); });

  const auto report = std::make_shared<Options>();
  command = claims->add_subcommand("report", "Write the verdict and the report anew");
  command->add_option("DIR", report->out, "Folder of a claim's run")
      ->required()
      ->check(not_empty("name a folder"));
  add_json_flag(*command, report->run.json);
  command->callback([report] { report_claim(report->out, report->run); });
}

}  // namespace tavlab::cli
