#include "tools/train_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/notice.h"

namespace tavlab::cli {
namespace {

void print_round(const RoundReport& report) {
  const ResultCounts& results = report.games.results;
  const auto games = static_cast<double>(std::max<std::uint64_t>(1, results.games()));
  const auto share = [&](std::uint64_t count) {
    return 100.0 * static_cast<double>(count) / games;
  };
  std::string line = fmt::format(
      "round {:>4}  {:>6.1f} min  {} games ({:.0f} % won, {:.0f} drawn, {:.0f} lost, {:.0f} "
      "unfinished), {:.0f} decisions each",
      report.round, report.minutes, results.games(), share(results.wins), share(results.draws),
      share(results.losses), share(results.unfinished),
      static_cast<double>(report.games.decisions) / games);
  if (report.steps > 0) {
    line += fmt::format("; {} steps: policy {:.3f}, value {:.3f}", report.steps,
                        report.losses.policy, report.losses.value);
  }
  notice(stdout, "{}  [{:.0f} + {:.0f} s]\n", line, report.play_seconds, report.learn_seconds);
}

}  // namespace

std::string play_note(const SelfPlayCounts& counts) {
  const auto ratio = [](std::uint64_t a, double b) {
    return b > 0.0 ? static_cast<double>(a) / b : 0.0;
  };
  return fmt::format("{:.0f} evaluations/s a thread, batches of {:.0f}",
                     ratio(counts.evaluations, counts.net_seconds),
                     ratio(counts.evaluations, static_cast<double>(counts.batches)));
}

void TrainingDisplay::attach(TrainingHooks& hooks) {
  hooks.playing = [this](std::uint64_t, const SelfPlayProgress& progress) {
    line_for(Phase::playing, "games", progress.wanted);
    line_->update(progress.games, play_note(progress.counts));
  };
  hooks.learning = [this](std::uint64_t, std::uint64_t step, std::uint64_t steps) {
    line_for(Phase::learning, "steps", steps);
    line_->update(step, "learning");
  };
  hooks.round = [this](const RoundReport& report, const std::filesystem::path&) {
    line_.reset();
    phase_ = Phase::none;
    print_round(report);
  };
}

void TrainingDisplay::measuring(std::uint64_t round) {
  notice(stderr, "matches of the net of round {}\n", round);
}

void TrainingDisplay::line_for(Phase phase, const char* unit, std::uint64_t total) {
  if (phase_ == phase) return;
  phase_ = phase;
  line_ = std::make_unique<ProgressLine>(unit, total);
}

}  // namespace tavlab::cli
