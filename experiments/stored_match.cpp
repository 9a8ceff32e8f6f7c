#include "experiments/stored_match.h"

#include <utility>

#include "core/io/files.h"
#include "experiments/compare/design_toml.h"
#include "experiments/experiment.h"
#include "experiments/match_html.h"
#include "experiments/report/html.h"
#include "experiments/report/replay_section.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

DesignToml design_of(const StoredMatchOptions& options, const MatchReport& report) {
  const std::string& rules = report.settings.rule_set.id;
  DesignToml design;
  design.id = "match";
  design.title = "A match under the rules " + rules;
  design.question = "Which of the two agents is stronger?";
  design.two_game = options.swap;
  design.agents = {{options.first, options.second}};
  design.add_arm(rules, options.rules, options.overrides);
  return design;
}

std::string command_of(const StoredMatchOptions& options, const MatchReport& report) {
  std::string command(kMatchRun);
  add_word(command, options.rules);
  add_settings(command, options.overrides);
  command += " --first";
  add_word(command, options.first);
  command += " --second";
  add_word(command, options.second);
  if (options.swap) command += " --swap";
  if (report.two_game) command += " --two-game";
  if (!options.sprt.empty()) command += " --sprt";
  if (!options.sprt.empty()) add_word(command, options.sprt);
  return command;
}

void write_reports(FilledStore& filled, const std::filesystem::path& folder,
                   const MatchReport& report) {
  ExperimentOptions silent;
  silent.output = nullptr;
  const Summary summary = report_store(filled.store, folder, silent);
  write_file(folder / "report.html",
             report_html(summary, {match_html(report), {}, replay_section(filled.store, summary)}));
  write_file(folder / "match.json", match_json(report, summary.complete()) + "\n");
}

}  // namespace

bool play_stored_match(const StoredMatchOptions& options, const std::filesystem::path& folder,
                       MatchTally& tally, const MatchReport& report) {
  GeneratedRun run =
      prepare_run(design_of(options, report), command_of(options, report), folder, options);
  run.fill.shard = options.shard;
  run.fill.opened = [&](Store& store) {
    store.each_game(
        store.cells().front().id, [&](const GameRecord& game) { tally.add(game); }, options.games);
  };
  run.fill.stored = [&](std::size_t, const GameRecord& game) { tally.add(game); };
  run.fill.needs = [&](std::size_t) { return !tally.decided(); };
  run.fill.out_of_time = [&] { return tally.decided(); };
  run.fill.status = [&] { return match_note(report); };
  run.fill.table = [&] { return match_lines(report); };
  FilledStore filled = run.play();
  if (tally.decided()) {
    filled.store.want_games(filled.store.cells().front().id, tally.summary().games());
  }
  write_reports(filled, folder, report);
  return filled.complete || tally.decided();
}

void keep_match(const StoredMatchOptions& options, const std::filesystem::path& folder,
                std::span<const GameRecord> games, const MatchReport& report) {
  GeneratedRun run =
      prepare_run(design_of(options, report), command_of(options, report), folder, options);
  run.fill.opened = [&](Store& store) {
    const std::int64_t cell = store.cells().front().id;
    for (const GameRecord& game : games) store.add(cell, game);
    store.commit();
  };
  run.fill.needs = [](std::size_t) { return false; };
  run.fill.quiet = true;
  FilledStore filled = run.play();
  write_reports(filled, folder, report);
}

}  // namespace tavlab
