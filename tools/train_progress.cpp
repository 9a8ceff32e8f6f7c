#include "tools/train_progress.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "core/notice.h"
#include "experiments/run/interrupt.h"
#include "experiments/stats/interval.h"

namespace tavlab::cli {
namespace {

std::string round_line(const RoundReport& report, std::uint64_t rounds) {
  const ResultCounts& results = report.games.results;
  const auto games = static_cast<double>(std::max<std::uint64_t>(1, results.games()));
  const auto share = [&](std::uint64_t count) {
    return 100.0 * static_cast<double>(count) / games;
  };
  std::string line = fmt::format(
      "round {:>4}{}  {:>6.1f} min  {} games ({:.0f} % won by the first side, {:.0f} drawn, {:.0f} "
      "lost, "
      "{:.0f} unfinished), {:.0f} decisions each",
      report.round, rounds == 0 ? "" : fmt::format(" of {}", rounds), report.minutes,
      results.games(), share(results.wins), share(results.draws), share(results.losses),
      share(results.unfinished), static_cast<double>(report.games.decisions) / games);
  if (report.steps > 0) {
    line += fmt::format("; {} steps: policy {:.3f}, value {:.3f}", report.steps,
                        report.losses.policy, report.losses.value);
  }
  return fmt::format("{}  [{:.0f} + {:.0f} s]\n", line, report.play_seconds, report.learn_seconds);
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

TrainingDisplay::TrainingDisplay(std::uint64_t rounds, std::FILE* lines)
    : rounds_(rounds), lines_(lines) {
  const auto watch = [this](const std::stop_token& ending) {
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    while (!ending.stop_requested() && !InterruptGuard::asked_to_stop()) {
      std::this_thread::sleep_for(kBetweenLooks);
    }
    const std::lock_guard lock(mutex_);
    if (!ending.stop_requested()) say_stopping();
  };
  try {
    watch_ = std::jthread(watch);
  } catch (const std::system_error&) {
    // No thread is available: a signal is then reported with the next progress.
  }
}

void TrainingDisplay::attach(TrainingHooks& hooks) {
  hooks.playing = [this](std::uint64_t round, const SelfPlayProgress& progress) {
    const std::lock_guard lock(mutex_);
    at_ = fmt::format("{} of {} games", progress.games, progress.wanted);
    show(Phase::playing, progress.games, progress.wanted,
         round_text(round) + play_note(progress.counts));
  };
  hooks.learning = [this](std::uint64_t round, std::uint64_t step, std::uint64_t steps) {
    const std::lock_guard lock(mutex_);
    at_ = fmt::format("{} of {} steps", step, steps);
    show(Phase::learning, step, steps, round_text(round) + "learning");
  };
  hooks.round = [this](const RoundReport& report, const std::filesystem::path&) {
    const std::lock_guard lock(mutex_);
    clear();
    at_.clear();
    notice(lines_, "{}", round_line(report, rounds_));
  };
}

void TrainingDisplay::attach(SelfPlayHooks& hooks, std::uint64_t games) {
  hooks.playing = [this, games](std::uint64_t before, const SelfPlayProgress& progress) {
    const std::lock_guard lock(mutex_);
    at_ = fmt::format("{} of {} games", before + progress.games, games);
    show(Phase::playing, before + progress.games, games, play_note(progress.counts));
  };
}

void TrainingDisplay::plan(const TrainConfig& config, bool plays) {
  const LadderConfig& ladder = config.ladder;
  std::string measured;
  if (!ladder.opponents.empty()) {
    measured =
        fmt::format("{} games against each of {}", ladder.games, fmt::join(ladder.opponents, ", "));
  }
  if (!ladder.table.empty()) {
    measured = (ladder.opponents.empty() ? "" : measured + ", and ") +
               std::string("what moves lose against the exact table");
  }
  const std::string when = measured.empty()
                               ? "no matches measure it ([ladder] has no opponents)"
                               : fmt::format("measured about every {:g} minutes and at the end: {}",
                                             ladder.every_minutes, measured);
  plan_ = fmt::format(
      "{} rounds{}{}; {}\n", config.rounds,
      plays ? fmt::format(" of {} games", config.games_per_round) : "",
      config.minutes > 0.0 ? fmt::format(", at most {:g} minutes", config.minutes) : "", when);
}

void TrainingDisplay::measuring(std::uint64_t round) {
  notice(stderr, "playing matches of the net of round {}\n", round);
}

void TrainingDisplay::measured(const LadderMatch& match) {
  const ResultCounts games = match.both();
  const std::string whom =
      match.opponent_round ? fmt::format("{} of round {}", match.opponent, *match.opponent_round)
                           : match.opponent;
  const ScoreEstimate score = estimate_score(games);
  notice(lines_, "  {} games against {}: score {:.3f} [{:.3f}, {:.3f}]\n", games.games(), whom,
         score.mean, score.interval.low, score.interval.high);
}

void TrainingDisplay::finish() {
  const std::lock_guard lock(mutex_);
  clear();
}

void TrainingDisplay::clear() {
  line_.reset();
  phase_ = Phase::none;
}

std::string TrainingDisplay::round_text(std::uint64_t round) const {
  return rounds_ == 0 ? fmt::format("round {}, ", round)
                      : fmt::format("round {} of {}, ", round, rounds_);
}

void TrainingDisplay::show(Phase phase, std::uint64_t done, std::uint64_t total,
                           const std::string& note) {
  if (!plan_.empty()) notice(lines_, "{}", std::exchange(plan_, {}));
  say_stopping();
  if (phase_ != phase) {
    clear();
    phase_ = phase;
    line_ = std::make_unique<Progress>(phase == Phase::learning ? "steps" : "games", total);
  }
  line_->update(done, note);
}

void TrainingDisplay::say_stopping() {
  if (told_ || !InterruptGuard::asked_to_stop()) return;
  told_ = true;
  clear();
  notice(stderr,
         "stopping{}: the games are saved, those in progress too{}; {} it at once, "
         "without what was played of the round\n",
         at_.empty() ? "" : " (" + at_ + ")",
         at_.ends_with("steps") ? ", and this round's learning will begin anew" : "",
         InterruptGuard::signalled() ? "a second signal ends" : "two signals end");
}

}  // namespace tavlab::cli
