#include "experiments/training/train_run.h"

#include <algorithm>
#include <optional>

#include "core/files.h"
#include "experiments/training/progress_ladder.h"
#include "experiments/training/training_report.h"
#include "selfplay/train/event_file.h"
#include "selfplay/train/metrics.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

void add_events(EventFile& events, const RoundReport& report) {
  const auto scalar = [&](std::string_view tag, double value) {
    events.scalar(tag, report.round, value);
  };
  if (report.steps > 0) {
    scalar("loss/policy", report.losses.policy);
    scalar("loss/value", report.losses.value);
    scalar("loss/plies", report.losses.plies);
    scalar("loss/captured", report.losses.captured);
    scalar("loss/squares", report.losses.squares);
    scalar("learning_rate", report.learning_rate);
  }
  const auto finished = static_cast<double>(report.first_wins + report.draws + report.second_wins);
  if (finished > 0) {
    scalar("games/first_score",
           (static_cast<double>(report.first_wins) + 0.5 * static_cast<double>(report.draws)) /
               finished);
    scalar("games/draws", static_cast<double>(report.draws) / finished);
  }
  scalar("games/decisions", report.mean_plies);
  scalar("positions", static_cast<double>(report.all_positions));
  scalar("window", static_cast<double>(report.window));
  if (report.play.net_seconds > 0) {
    scalar("speed/evaluations_per_second",
           static_cast<double>(report.play.evaluations) / report.play.net_seconds);
  }
}

}  // namespace

void train_and_measure(const TrainConfig& config, const fs::path& folder,
                       const TrainingMachine& machine, const TrainingHooks& hooks,
                       const std::function<void(std::uint64_t round)>& measuring) {
  make_folder(folder);
  const RuleVariants variants(config.rules);
  std::optional<EventFile> events;  // not before the folder is known to be this training's
  double measured_at = 0.0;         // minutes
  for (const LadderResult& each : read_ladder(folder).results) {
    measured_at = std::max(measured_at, each.minutes);
  }
  const bool measures = !config.ladder.opponents.empty() || !config.ladder.table.empty();
  TrainingHooks own = hooks;
  own.round = [&](const RoundReport& report, const fs::path& net) {
    append_line(folder / "metrics.jsonl", metrics_line(report));
    if (!events) events.emplace(folder);
    add_events(*events, report);
    events->flush();
    if (hooks.round) hooks.round(report, net);
    const bool stopping = hooks.stop && hooks.stop();
    const bool last =
        report.round == config.rounds || (config.minutes > 0.0 && report.minutes >= config.minutes);
    const bool due = last || report.minutes - measured_at >= config.ladder.every_minutes;
    if (!due || stopping) return;
    if (measures) {
      if (measuring) measuring(report.round);
      play_ladder(variants.at(0), config, report.round, report.minutes, folder, machine.threads,
                  hooks.stop);
    }
    measured_at = report.minutes;
    write_training_report(config, folder);
  };
  run_training(config, folder, machine, own);
}

}  // namespace tavlab
