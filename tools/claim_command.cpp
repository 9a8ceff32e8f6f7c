// tavlab claim list|show|run|report
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/notice.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/claim_overview.h"
#include "experiments/claim/claim_run.h"
#include "experiments/claim/source.h"
#include "experiments/folder/output_folder.h"
#include "experiments/folder/report_folder.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct ClaimReportArguments {
  std::string folder;
  std::string out, human;
  ClaimOptions run;
};

struct ClaimArguments {
  std::string claim;
  std::string out;
  std::string calibration, human;
  WorkerArguments worker;
  ClaimOptions run;
};

void list_claims(bool json) {
  Json all = Json::array();
  bool any = false;
  for (const std::string& id : builtin_claim_ids()) {
    const Claim claim = load_claim(id);
    any = any || claim.wants_players();
    const ClaimSource* const source = find_source(claim.source);
    if (json) {
      all.push_back({{"id", id},
                     {"version", claim.version},
                     {"title", claim.experiment.title},
                     {"source", claim.source},
                     {"source_file", source == nullptr ? Json(nullptr) : Json(source->file)},
                     {"testable", claim.untestable.empty()},
                     {"needs_calibration", claim.wants_players()},
                     {"statement", claim.statement}});
    } else {
      fmt::print("{} {:<28} {:<6} {}{}\n", claim.wants_players() ? '*' : ' ', id, claim.source,
                 claim.experiment.title, claim.untestable.empty() ? "" : " (not testable)");
    }
  }
  if (json) return print_json({{"claims", all}});
  if (!any) return;
  fmt::print(
      "\n* is played by the strongest agents: `tavlab calibrate RULES --agents ...` finds them, "
      "then `claim run ID\n  --calibration DIR`; or name some by --agents. `claim show ID` names "
      "the rules.\n");
}

void show_claim(const std::string& name, bool json) {
  const Claim claim = load_claim(name);
  const ExperimentConfig& experiment = claim.experiment;
  if (!claim.untestable.empty()) {
    if (json) {
      print_json({{"id", experiment.id},
                  {"title", experiment.title},
                  {"source", claim.source},
                  {"statement", claim.statement},
                  {"testable", false},
                  {"untestable", claim.untestable}});
      return;
    }
    fmt::print("{}: {}\n\n{} says:\n{}\nNot testable:\n{}", experiment.id, experiment.title,
               source_name(claim.source), wrap(claim.statement, 92, 2),
               wrap(claim.untestable, 92, 2));
    return;
  }
  Json hypotheses = Json::array();
  for (const Hypothesis& each : claim.hypotheses) hypotheses.push_back(each.text());
  Json readings = Json::array();
  for (std::size_t i = 1; i < claim.readings.size(); ++i) {
    readings.push_back(claim.readings[i].name);
  }
  Json cells = Json::array();
  for (const ExperimentCell& cell : experiment.cells) {
    // The agents are not known yet.
    cells.push_back(claim.wants_players() ? cell.arm() : cell.label);
  }
  if (json) {
    print_json({{"id", experiment.id},
                {"title", experiment.title},
                {"source", claim.source},
                {"statement", claim.statement},
                {"question", experiment.question},
                {"version", claim.version},
                {"testable", true},
                {"kinds", claim.request ? Json(claim.request->kinds) : Json(nullptr)},
                {"doublings", claim.doublings},
                {"readings", readings},
                {"alpha", claim.alpha},
                {"hypotheses", hypotheses},
                {"cells", cells},
                {"games", experiment.cells.front().games},
                {"seed", experiment.seed}});
    return;
  }
  fmt::print("{}: {}\n\n{} says:\n{}\nQuestion:\n{}\nHypotheses\n", experiment.id, experiment.title,
             source_name(claim.source), wrap(claim.statement, 92, 2),
             wrap(experiment.question, 92, 2));
  for (const Json& each : hypotheses) fmt::print("  {}\n", each.get<std::string>());
  if (claim.request) {
    fmt::print(
        "\nPlayed by the strongest agents of {} kind{} under {}, and by {} doublings of search "
        "below them\n",
        claim.request->kinds, claim.request->kinds == 1 ? "" : "s",
        experiment.cells.front().rule_set.id, claim.doublings);
  }
  if (!readings.empty()) fmt::print("\nOther readings of the rules\n");
  for (const Json& each : readings) fmt::print("  {}\n", each.get<std::string>());
  fmt::print("\n{}, at most {} games each, seed {}; probability of a false verdict at most {}\n",
             claim.wants_players() ? "Arms, for each pair of agents" : "Cells",
             experiment.cells.front().games, experiment.seed, claim.alpha);
  for (const Json& each : cells) fmt::print("  {}\n", each.get<std::string>());
}

/// Not with fmt::print, which throws if stdout cannot be written: the files must still be written.
/// `main` reports the error at the end.
void print_text(const std::string& text) { notice(stdout, "{}", text); }

/// Runs all built-in claims, each in its own folder.
int run_all(ClaimOptions run, const fs::path& out) {
  if (!run.force) refuse_foreign_overview(out);
  const bool json = run.json;
  if (json) run.output = nullptr;  // one document at the end
  // Time is shared equally; what one claim does not use goes to the others, including earlier ones
  // that need more.
  const double minutes = run.minutes, deadline = now_seconds() + 60.0 * minutes;
  std::vector<std::string> waiting = builtin_claim_ids();
  std::erase_if(waiting, [](const std::string& id) { return !load_claim(id).untestable.empty(); });
  run.family = waiting.size();
  std::map<std::string, ClaimResult> results;
  const auto finish = [&](int code) {
    if (!run.shard.whole()) return code;
    // Include claims run by earlier calls.
    ClaimOptions quiet = run;
    quiet.output = nullptr;
    for (const fs::path& each : folders_of_claims(out)) {
      const std::string name = each.filename().string();
      if (!results.contains(name)) results.emplace(name, report_claim(each, quiet));
    }
    std::vector<ClaimResult> all;
    all.reserve(results.size());
    for (auto& [name, result] : results) all.push_back(std::move(result));
    make_folder(out);  // no claim did, if time ended first
    write_overview(all, out);
    if (json) print_text(overview_json(all));
    if (!json) print_text(fmt::format("\noverview: {}\n", (out / "claims.md").string()));
    return code;
  };
  while (!waiting.empty()) {
    std::vector<std::string> again;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (minutes > 0.0) {
        const double share = (deadline - now_seconds()) / static_cast<double>(waiting.size() - i);
        if (share <= 0.0) return finish(kUndecided);
        run.minutes = share / 60.0;
      }
      if (!json) print_text(fmt::format("\n== {}\n", waiting[i]));
      ClaimOptions own = run;
      if (!load_claim(waiting[i]).by_ladders()) own.agents.clear();
      const ClaimResult result = run_claim(waiting[i], out / waiting[i], own);
      results.insert_or_assign(waiting[i], result);
      if (result.interrupted) return finish(kInterrupted);
      if (result.out_of_time) again.push_back(waiting[i]);
    }
    waiting = std::move(again);
  }
  return finish(kSuccess);
}

int run_claims(const ClaimArguments& options) {
  ClaimOptions run = options.run;
  run.shard = options.worker.begin();
  run.calibration = options.calibration;
  run.human = options.human;
  const bool all = options.claim == "all";
  const fs::path out(folder_for(options.out, plain_name(all ? "claims" : options.claim, run.seed)));
  if (all) {
    if (!options.human.empty()) throw UserError("claim run: --human goes with one claim, not all");
    return run_all(run, out);
  }
  const ClaimResult result = run_claim(options.claim, out, run);
  return result.interrupted ? kInterrupted : result.out_of_time ? kUndecided : kSuccess;
}

/// Writes the report of one run, or of all runs directly below a folder, with an overview; into
/// `out` if not empty, with a subfolder for each of several runs.
void report_claims(const fs::path& folder, const fs::path& out, ClaimOptions options) {
  std::error_code error;
  if (fs::exists(folder / "games.sqlite", error)) {
    report_claim(folder, options, out);
    return;
  }
  if (!options.human.empty() && fs::exists(folder, error)) {
    throw UserError("claim report: --human goes with the folder of one claim");
  }
  if (!out.empty()) make_folder(out);
  const std::vector<fs::path> below = folders_of_claims(folder, out);
  if (below.empty()) {
    report_claim(folder, options, out);  // reports what is missing
    return;
  }
  if (!options.force) refuse_foreign_overview(out.empty() ? folder : out);
  const ReportFolder overview(below.front().parent_path(), out, {}, options.force);
  options.output = nullptr;
  std::vector<ClaimResult> results;
  results.reserve(below.size());
  for (const fs::path& each : below) {
    const fs::path own = out.empty() ? fs::path() : out / each.filename();
    results.push_back(report_claim(each, options, own));
  }
  write_overview(results, out.empty() ? folder : out);
  print_text(options.json ? overview_json(results) : overview_markdown(results));
}

}  // namespace

void add_claim_command(App& app, Context& context) {
  App* claims = app.add_subcommand("claim", "Test claims of the sources by playing games");
  claims->require_subcommand(1);

  const auto json = std::make_shared<bool>(false);
  App* command = claims->add_subcommand("list", "List the built-in claims");
  add_json_flag(*command, *json);
  command->callback([json] { list_claims(*json); });

  const auto shown = std::make_shared<ClaimArguments>();
  command = claims->add_subcommand("show", "Show a claim and how it is tested");
  command
      ->add_option("CLAIM", shown->claim, "The id of a built-in claim or the path of a TOML file")
      ->required();
  add_json_flag(*command, shown->run.json);
  command->callback([shown] { show_claim(shown->claim, shown->run.json); });

  const auto options = std::make_shared<ClaimArguments>();
  command = claims->add_subcommand(
      "run", "Play games until the claim is decided or the budget is spent; resumes a run");
  command
      ->add_option("CLAIM", options->claim,
                   "The id of a built-in claim, the path of a TOML file, or `all`: each claim in "
                   "its own folder below --out")
      ->required();
  add_out_option(*command, options->out);
  add_force_flag(*command, options->run.force);
  command
      ->add_option("--games", options->run.games, "Games per cell, instead of the claim's budget")
      ->check(in_range(1, 100000000));
  command
      ->add_option("--minutes", options->run.minutes,
                   "Stop after this time as if by Ctrl-C, but with exit code 3; with `all`, the "
                   "claims share it")
      ->check(minutes_range());
  add_seed_option(*command, options->run.seed);
  command->add_option("--agents", options->run.agents,
                      "The strongest agent of each kind, in place of those of the claim");
  command->add_option(
      "--calibration", options->calibration,
      "A folder of `tavlab calibrate`, which names the strongest agents; or a folder "
      "of such folders, named by their rules");
  add_human_option(*command, options->human);
  options->worker.add_to(*command);
  add_threads_option(*command, options->run.threads);
  add_quiet_flag(*command, options->run.quiet);
  add_json_flag(*command, options->run.json);
  command->callback([options, &context] { context.exit_code = run_claims(*options); });

  const auto report = std::make_shared<ClaimReportArguments>();
  command = claims->add_subcommand("report", "Rewrite the verdict and the report");
  command->add_option("DIR", report->folder, "Folder of a claim's run, or of several")
      ->required()
      ->check(not_empty("name a folder"));
  add_report_out_option(*command, report->out);
  add_human_option(*command, report->human);
  add_force_flag(*command, report->run.force);
  add_json_flag(*command, report->run.json);
  command->callback([report] {
    report->run.human = report->human;
    report_claims(report->folder, report->out, report->run);
  });
}

}  // namespace tavlab::cli
