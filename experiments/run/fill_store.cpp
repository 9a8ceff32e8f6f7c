#include "experiments/run/fill_store.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/notice.h"
#include "core/version.h"
#include "experiments/config/agent_nets.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/store/files.h"
#include "selfplay/match/match_lane.h"
#include "selfplay/run_folder.h"

namespace tavlab {
namespace {

StoredExperiment describe(const ExperimentConfig& config, std::string_view name,
                          const FillOptions& options) {
  StoredExperiment experiment;
  experiment.id = config.id;
  experiment.title = config.title;
  experiment.question = config.question;
  experiment.reading = config.reading;
  experiment.caution = unequal_evaluations_note(config.cells);
  experiment.config_text = config.text;
  experiment.config_name = name;
  experiment.config_folder = config.folder.string();
  experiment.command = options.command;
  experiment.tavlab_version = kVersion;
  experiment.nets = agent_nets_text(agent_nets(config));
  experiment.seed = config.seed;
  experiment.games_option = options.games;
  experiment.shard = options.shard.text();
  return experiment;
}

/// If the evaluations of its agents are missing in all cells: else they are not equal, either.
std::string missing_evaluations_of(const ExperimentConfig& config) {
  std::vector<std::string> agents;
  for (const ExperimentCell& cell : config.cells) {
    if (!cell.evaluation.empty()) return {};
    agents.insert(agents.end(), {cell.agents.first, cell.agents.second});
  }
  return missing_evaluation_note(agents, {});
}

void check_agents(const ExperimentConfig& config, const GamePlayer& player) {
  for (const ExperimentCell& cell : config.cells) {
    if (player) {
      player(cell.match_settings(), {}, 1, [](const GameRecord&) {}, {});
    } else {
      make_match_lane(cell.match_settings());
    }
  }
}

}  // namespace

int threads_or_all(int threads) {
  if (threads > 0) return threads;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::vector<std::string> report_files() {
  return {"report.html", "summary.csv", "summary.json", "summary.md", "figures"};
}

std::vector<std::string> claim_files() {
  std::vector<std::string> names = report_files();
  names.insert(names.end(), {"claim.json", "claim.md", kHumanFile});
  return names;
}

void tell_left_out(Store& store, std::uint64_t games, std::FILE* log) {
  std::uint64_t most = 0;
  for (const StoredCell& cell : store.cells()) most = std::max(most, store.numbers(cell.id));
  if (most <= games || log == nullptr) return;
  notice(log,
         "The report is of the first {} games of each cell; the folder has more, up to {}: all are "
         "reported with --games {}.\n",
         games, most, most);
}

FilledStore fill_store(const ExperimentConfig& config, std::string_view name,
                       const std::filesystem::path& folder, const FillOptions& options) {
  RunnerOptions runner;
  runner.player = options.player;
  runner.threads = threads_or_all(options.threads);
  runner.shard = options.shard;
  runner.stored = options.stored;
  runner.needs = options.needs;
  runner.turn = options.turn;
  runner.finishing = InterruptGuard::asked_to_finish;
  runner.interrupted = [&options] {
    return InterruptGuard::interrupted() || (options.out_of_time && options.out_of_time());
  };
  check_agents(config, runner.player);
  if (options.log != nullptr) {
    for (const std::string& note :
         {unequal_evaluations_note(config.cells), missing_evaluations_of(config)}) {
      if (!note.empty()) notice(options.log, "{}\n", note);
    }
  }

  auto output_folder = std::make_unique<OutputFolder>(folder);
  check_no_training(folder);
  refuse_foreign_store_files(folder);
  if (!options.force && !has_store(folder)) {
    std::vector<std::string> names = report_files();
    names.insert(names.end(), options.writes.begin(), options.writes.end());
    refuse_foreign_files(folder, names);
  }
  FilledStore filled{std::move(output_folder),
                     Store::open_for_run(folder, config, describe(config, name, options))};
  if (options.opened) options.opened(filled.store);
  Progress progress(options.log, options.quiet || options.log == nullptr
                                     ? Progress::Style::silent
                                     : Progress::style_for(options.log));
  progress.expect_later_games(options.later_games);
  if (options.is_later_round) progress.hide_total_time();
  progress.show_status(options.status);
  progress.show_table(options.table);
  filled.complete = run_games(filled.store, config, runner, progress).complete;
  return filled;
}

}  // namespace tavlab
