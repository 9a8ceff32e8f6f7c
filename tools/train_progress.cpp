#include "tools/train_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/notice.h"
#include "experiments/run/interrupt.h"

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
  return fmt::format("{:.0f} evaluations/s per thread, batches of {:.0f}",
                     ratio(counts.evaluations, counts.net_seconds),
                     ratio(counts.evaluations, static_cast<double>(counts.batches)));
}

void say_idle_threads(int threads, int groups) {
  if (threads <= groups) return;
  notice(stderr,
         "self-play uses only {} of {} threads: one for each group of games ('groups' in "
         "[selfplay] is {})\n",
         groups, threads, groups);
}

void TrainingDisplay::attach(TrainingHooks& hooks) {
  hooks.playing = [this](std::uint64_t, const SelfPlayProgress& progress) {
    say_finishing("games", progress.games, progress.wanted);
    show(Phase::playing, progress.games, progress.wanted, play_note(progress.counts));
  };
  hooks.learning = [this](std::uint64_t, std::uint64_t step, std::uint64_t steps) {
    say_finishing("steps", step, steps);
    show(Phase::learning, step, steps, "learning");
  };
  hooks.round = [this](const RoundReport& report, const std::filesystem::path&) {
    finish();
    print_round(report);
  };
}

void TrainingDisplay::attach(SelfPlayHooks& hooks, std::uint64_t games) {
  hooks.playing = [this, games](std::uint64_t before, const SelfPlayProgress& progress) {
    say_finishing("games", progress.games, progress.wanted);
    // What is left when the round is finished, or when all games are.
    const std::uint64_t earlier = told_ ? 0 : before;
    show(Phase::playing, earlier + progress.games, told_ ? progress.wanted : games,
         play_note(progress.counts));
  };
}

void TrainingDisplay::measuring(std::uint64_t round) {
  notice(stderr, "playing matches of the net of round {}\n", round);
}

void TrainingDisplay::finish() {
  line_.reset();
  phase_ = Phase::none;
}

void TrainingDisplay::show(Phase phase, std::uint64_t done, std::uint64_t total, std::string note) {
  if (phase_ != phase) {
    finish();
    phase_ = phase;
    line_ = std::make_unique<Progress>(phase == Phase::learning ? "steps" : "games", total);
  }
  if (told_) note += "; finishing the round";
  line_->update(done, note);
}

void TrainingDisplay::say_finishing(const char* unit, std::uint64_t done, std::uint64_t wanted) {
  if (told_ || !InterruptGuard::asked_to_stop()) return;
  told_ = true;
  finish();
  notice(stderr,
         "finishing the round ({} of {} {}); a second signal ends at once, and the round will be "
         "played again\n",
         done, wanted, unit);
}

}  // namespace tavlab::cli
