#include "experiments/training/training_log.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

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
    scalar("loss/moves_left", report.losses.moves_left);
    scalar("loss/captured", report.losses.captured);
    scalar("loss/ownership", report.losses.ownership);
    scalar("learning_rate", report.learning_rate);
  }
  const ResultCounts& results = report.games.results;
  if (results.finished() > 0) {
    scalar("games/first_score", results.score());
    scalar("games/draws",
           static_cast<double>(results.draws) / static_cast<double>(results.finished()));
  }
  scalar("games/decisions", static_cast<double>(report.games.decisions) /
                                static_cast<double>(std::max<std::uint64_t>(1, results.games())));
  scalar("positions", static_cast<double>(report.all_positions));
  scalar("window", static_cast<double>(report.window));
  if (report.play.net_seconds > 0) {
    scalar("speed/evaluations_per_second",
           static_cast<double>(report.play.evaluations) / report.play.net_seconds);
  }
}

/// Records kept between rounds.
class TrainingLog {
 public:
  TrainingLog(const TrainConfig& config, fs::path folder, int threads, TrainingHooks hooks,
              LadderCallbacks matches)
      : config_(config),
        folder_(std::move(folder)),
        threads_(threads),
        hooks_(std::move(hooks)),
        matches_(std::move(matches)),
        variants_(config.rules) {
    const LadderHistory history = read_ladder(folder_);
    for (const LadderMatch& each : history.results) note(each.round, each.minutes);
    for (const LadderRegret& each : history.regrets) note(each.round, each.minutes);
  }

  void round(const RoundReport& report, const fs::path& net) {
    append_line(folder_ / "metrics.jsonl", metrics_line(report));
    if (!events_) events_.emplace(folder_);
    add_events(*events_, report);
    events_->flush();
    if (hooks_.round) hooks_.round(report, net);
    if (report.minutes - measured_at_ >= config_.ladder.every_minutes) {
      measure(report.round, report.minutes);
    } else if (stopped() || !fs::exists(folder_ / "report.html")) {
      write_training_report(config_, folder_);
    }
  }

  /// The end of training: measures the net unless that is done. Rewrites the report, since the
  /// config's title and ladder may have changed.
  void finished(std::uint64_t round, double minutes) {
    measure(round, minutes);
    if (hooks_.finished) hooks_.finished(round, minutes);
  }

 private:
  void measure(std::uint64_t round, double minutes) {
    const LadderConfig& ladder = config_.ladder;
    const bool has_ladder = !ladder.opponents.empty() || !ladder.table.empty();
    if (measured_round_ < round && has_ladder && !stopped()) {
      if (matches_.begin) matches_.begin(round);
      play_ladder(variants_.at(0), config_, round, minutes, folder_, threads_, hooks_.stop,
                  matches_.played);
    }
    if (!stopped()) note(round, minutes);
    write_training_report(config_, folder_);
  }

  [[nodiscard]] bool stopped() const { return hooks_.stop.stop_requested(); }

  void note(std::uint64_t round, double minutes) {
    measured_round_ = std::max(measured_round_, round);
    measured_at_ = std::max(measured_at_, minutes);
  }

  const TrainConfig& config_;
  fs::path folder_;
  int threads_;
  TrainingHooks hooks_;
  LadderCallbacks matches_;
  RuleVariants variants_;
  std::optional<EventFile> events_;  ///< opened once the folder is known to be this training's
  std::uint64_t measured_round_ = 0;
  double measured_at_ = 0.0;  ///< minutes
};

}  // namespace

TrainingHooks with_training_log(const TrainConfig& config, const fs::path& folder, int threads,
                                const TrainingHooks& hooks, const LadderCallbacks& matches) {
  const auto account = std::make_shared<TrainingLog>(config, folder, threads, hooks, matches);
  TrainingHooks own = hooks;
  own.round = [account](const RoundReport& report, const fs::path& net) {
    account->round(report, net);
  };
  own.finished = [account](std::uint64_t round, double minutes) {
    account->finished(round, minutes);
  };
  return own;
}

}  // namespace tavlab
