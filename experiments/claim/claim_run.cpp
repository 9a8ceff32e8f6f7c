#include "experiments/claim/claim_run.h"

#include <fmt/format.h>

#include <chrono>

#include "core/error.h"
#include "experiments/claim/claim_html.h"
#include "experiments/claim/claim_text.h"
#include "experiments/file_output.h"
#include "experiments/fill_store.h"
#include "experiments/interrupt.h"
#include "experiments/report/html.h"
#include "experiments/summary_text.h"

namespace tavlab {
namespace {

/// Gives a monitor the games that are stored. The store's cells are the claim's, in their order.
void feed(ClaimMonitor& monitor, Store& store) {
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    store.each_game(cells[i].id, [&](const GameRecord& game) { monitor.add(i, game); });
  }
}

std::vector<Trend> trends_of(const Claim& claim, const ClaimMonitor& monitor) {
  std::vector<Trend> trends;
  const std::size_t strongest = monitor.strengths().size() - 1;
  if (strongest == 0) return trends;
  for (std::size_t h = 0; h < claim.hypotheses.size(); ++h) {
    std::optional<Look> weak, strong;
    for (const ClaimTest& test : monitor.tests()) {
      if (test.hypothesis != h) continue;
      if (test.strength == 0) weak = test.latest();
      if (test.strength == strongest) strong = test.latest();
    }
    if (!weak || !strong) continue;
    Trend trend{h, Trend::Direction::open, strong->mean - weak->mean};
    if (strong->interval.low > weak->interval.high) trend.direction = Trend::Direction::rises;
    if (strong->interval.high < weak->interval.low) trend.direction = Trend::Direction::falls;
    trends.push_back(trend);
  }
  return trends;
}

ClaimResult conclude(const Claim& claim, Store& store) {
  ClaimMonitor monitor(claim);
  feed(monitor, store);
  monitor.finish();
  ClaimResult result;
  result.claim = claim;
  result.strengths = monitor.strengths();
  result.tests = monitor.tests();
  for (std::size_t i = 0; i < result.strengths.size(); ++i) {
    result.verdicts.push_back(monitor.verdict(i));
  }
  result.trends = trends_of(claim, monitor);
  result.games = summarize(store);
  return result;
}

void write_results(const ClaimResult& result, const std::filesystem::path& folder,
                   const ClaimOptions& options) {
  write_file(folder / "summary.csv", summary_csv(result.games));
  write_file(folder / "summary.json", summary_json(result.games));
  write_file(folder / "claim.json", claim_json(result));
  write_file(folder / "claim.md", claim_markdown(result));
  write_file(folder / "report.html", report_html(result.games, claim_frame(result)));
  if (options.output == nullptr) return;
  const std::string text = options.json ? claim_json(result) : claim_text(result);
  std::fwrite(text.data(), 1, text.size(), options.output);
  if (!options.json) {
    fmt::print(options.output, "report: {}\n", (folder / "report.html").string());
  }
  std::fflush(options.output);
}

}  // namespace

ClaimResult run_claim(std::string_view name, const std::filesystem::path& folder,
                      const ClaimOptions& options) {
  const InterruptGuard guard;
  const Claim claim = load_claim(name, options.games);
  ClaimMonitor monitor(claim);
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  FillOptions fill;
  fill.threads = options.threads;
  fill.games = options.games;
  fill.quiet = options.quiet;
  fill.log = options.log;
  fill.player = options.player;
  fill.shard = options.shard;
  if (options.shard.whole()) {
    fill.opened = [&](Store& store) { feed(monitor, store); };
    fill.stored = [&](std::size_t cell, const GameRecord& game) { monitor.add(cell, game); };
    fill.needs = [&](std::size_t cell) { return monitor.needs(cell); };
  }
  fill.out_of_time = [&] {
    const std::chrono::duration<double> spent = Clock::now() - began;
    return options.minutes > 0.0 && spent.count() > 60.0 * options.minutes;
  };
  FilledStore filled = fill_store(claim.experiment, name, folder, fill);

  const bool stopped = InterruptGuard::interrupted() || InterruptGuard::asked_to_finish();
  if (!options.shard.whole()) {
    ClaimResult part;
    part.claim = claim;
    part.games = summarize(filled.store);
    part.interrupted = stopped;
    if (options.output != nullptr) {
      fmt::print(
          options.output,
          "shard {} has {} games; `tavlab experiment merge OUT DIR ...` puts shards together, "
          "`tavlab claim report OUT` tells the verdict\n",
          options.shard.text(), part.games.games());
    }
    return part;
  }
  ClaimResult result = conclude(claim, filled.store);
  result.interrupted = stopped;
  write_results(result, folder, options);
  if (result.interrupted && options.log != nullptr) {
    fmt::print(options.log, "stopped; nothing finished is lost. The same command continues.\n");
  }
  return result;
}

ClaimResult report_claim(const std::filesystem::path& folder, const ClaimOptions& options) {
  const InterruptGuard guard;
  Store store = Store::open_for_report(folder);
  const StoredExperiment experiment = store.experiment();
  const std::filesystem::path origin(experiment.config_name);
  const Claim claim =
      parse_claim(experiment.config_text, experiment.config_name,
                  origin.has_parent_path() ? origin.parent_path() : "", experiment.games_option);
  const std::vector<StoredCell> cells = store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i < claim.experiment.cells.size() &&
        cells[i].identity == claim.experiment.cells[i].identity()) {
      continue;
    }
    throw UserError(fmt::format(
        "{}: the rules of its cell '{}' are no longer those that its games were played by",
        folder.string(), cells[i].label));
  }
  ClaimResult result = conclude(claim, store);
  write_results(result, folder, options);
  return result;
}

}  // namespace tavlab
