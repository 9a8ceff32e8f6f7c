#include "experiments/training/training_account.h"

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
    scalar("loss/plies", report.losses.plies);
    scalar("loss/captured", report.losses.captured);
    scalar("loss/squares", report.losses.squares);
    scalar("learning_rate", report.learning_rate);
  }
  const ResultCounts& results = report.games.results;
  const auto finished = static_cast<double>(results.games() - results.unfinished);
  if (finished > 0) {
    scalar("games/first_score",
           (static_cast<double>(results.first_wins) + 0.5 * static_cast<double>(results.draws)) /
               finished);
    scalar("games/draws", static_cast<double>(results.draws) / finished);
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

/// What is noted between rounds.
class Account {
 public:
  Account(const TrainConfig& config, fs::path folder, int threads, TrainingHooks hooks,
          std::function<void(std::uint64_t)> measuring)
      : config_(config),
        folder_(std::move(folder)),
        threads_(threads),
        hooks_(std::move(hooks)),
        measuring_(std::move(measuring)),
        variants_(config.rules) {
    for (const LadderResult& each : read_ladder(folder_).results) {
      measured_at_ = std::max(measured_at_, each.minutes);
    }
  }

  void round(const RoundReport& report, const fs::path& net) {
    append_line(folder_ / "metrics.jsonl", metrics_line(report));
    if (!events_) events_.emplace(folder_);
    add_events(*events_, report);
    events_->flush();
    if (hooks_.round) hooks_.round(report, net);
    const bool last = report.round == config_.rounds ||
                      (config_.minutes > 0.0 && report.minutes >= config_.minutes);
    const bool due = last || report.minutes - measured_at_ >= config_.ladder.every_minutes;
    if (!due || (hooks_.stop && hooks_.stop())) return;
    if (!config_.ladder.opponents.empty() || !config_.ladder.table.empty()) {
      if (measuring_) measuring_(report.round);
      play_ladder(variants_.at(0), config_, report.round, report.minutes, folder_, threads_,
                  hooks_.stop);
    }
    measured_at_ = report.minutes;
    write_training_report(config_, folder_);
  }

 private:
  const TrainConfig& config_;
  fs::path folder_;
  int threads_;
  TrainingHooks hooks_;
  std::function<void(std::uint64_t)> measuring_;
  RuleVariants variants_;
  std::optional<EventFile> events_;  ///< not before the folder is known to be this training's
  double measured_at_ = 0.0;         ///< minutes
};

}  // namespace

TrainingHooks with_account(const TrainConfig& config, const fs::path& folder, int threads,
                           const TrainingHooks& hooks,
                           const std::function<void(std::uint64_t round)>& measuring) {
  const auto account = std::make_shared<Account>(config, folder, threads, hooks, measuring);
  TrainingHooks own = hooks;
  own.round = [account](const RoundReport& report, const fs::path& net) {
    account->round(report, net);
  };
  return own;
}

}  // namespace tavlab
