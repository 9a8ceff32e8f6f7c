// tavlab playout RULES --games N --seed S
#include "core/playout.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/families.h"
#include "core/notice.h"
#include "core/parallel.h"
#include "core/result_counts.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct PlayoutArguments {
  RulesArguments rules;
  std::string position;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  int max_plies = 100000;
  bool quiet = false;
  bool json = false;
};

/// Counting the legal moves of every ply costs about as much as playing it, so they are counted in
/// only this many evenly spaced games, which are played again for it.
constexpr std::uint64_t kCountedGames = 1000;
/// Games between looks for a signal; fewer would leave the lanes of fast random games half empty.
constexpr std::uint64_t kGamesAtOnce = 1024;

struct Totals {
  ResultCounts results;
  std::map<std::string_view, std::uint64_t> reasons;
  std::uint64_t plies = 0;
  std::uint64_t counted_plies = 0;
  std::uint64_t counted_moves = 0;
  double seconds = 0.0;  ///< of all threads, without counting moves

  void operator+=(const Totals& that) {
    results += that.results;
    for (const auto& [reason, count] : that.reasons) reasons[reason] += count;
    plies += that.plies;
    counted_plies += that.counted_plies;
    counted_moves += that.counted_moves;
    seconds += that.seconds;
  }
};

/// What the threads share: progress, and whether to stop.
class Watch {
 public:
  explicit Watch(const PlayoutArguments& options) : progress_("games", options.games) {
    if (options.quiet) progress_.silence();
  }

  void count(std::uint64_t games, std::uint64_t plies) {
    games_ += games;
    plies_ += plies;
    if (!mutex_.try_lock()) return;  // another thread is drawing
    const std::lock_guard lock(mutex_, std::adopt_lock);
    progress_.update(games_, [&] {
      return fmt::format(
          "mean plies {:.1f}",
          static_cast<double>(plies_) / static_cast<double>(std::max<std::uint64_t>(1, games_)));
    });
  }
  void finish() { progress_.finish(); }
  [[nodiscard]] static bool stopped() { return InterruptGuard::asked_to_stop(); }

 private:
  InterruptGuard guard_;
  std::mutex mutex_;
  Progress progress_;
  std::atomic<std::uint64_t> games_ = 0, plies_ = 0;
};

/// Plays the games with numbers `first` modulo `step`.
template <Game G>
Totals play_share(const typename G::Rules& rules, const typename G::Position& start,
                  std::uint64_t rules_hash, const PlayoutArguments& options, std::uint64_t first,
                  std::uint64_t step, Watch& watch) {
  Totals totals;
  const auto seed = [&](std::uint64_t number) {
    return playout_seed(options.seed, rules_hash, number);
  };
  const double begin = now_seconds();
  const std::uint64_t games = first < options.games ? (options.games - first - 1) / step + 1 : 0;
  for (std::uint64_t begun = 0; begun < games && !Watch::stopped(); begun += kGamesAtOnce) {
    const std::uint64_t count = std::min(kGamesAtOnce, games - begun), before = totals.plies;
    play_random_games<G>(
        rules, start, count, options.max_plies,
        [&](std::uint64_t i) { return seed(first + (begun + i) * step); },
        [&](const RandomGameEnd& end) {
          totals.plies += static_cast<std::uint64_t>(end.plies);
          totals.results.add(end.result);
          ++totals.reasons[end.result == Result::unfinished ? "ply cap" : end.reason];
        });
    watch.count(count, totals.plies - before);
  }
  totals.seconds = now_seconds() - begin;

  GameState<G> state(rules, start);
  // Not stopped: the mean of all of them is wanted, and they take little time.
  const std::uint64_t spacing = std::max<std::uint64_t>(1, options.games / kCountedGames);
  for (std::uint64_t number = 0; number < options.games; number += spacing) {
    if (number / spacing % step != first) continue;
    state.reset(start);
    Random random(seed(number));
    play_randomly(state, random, options.max_plies,
                  [&](const GameState<G>& at) { totals.counted_moves += at.count_legal_moves(); });
    totals.counted_plies += static_cast<std::uint64_t>(state.plies());
  }
  return totals;
}

template <Game G>
Totals play_all(const typename G::Rules& rules, const typename G::Position& start,
                std::uint64_t rules_hash, const PlayoutArguments& options, Watch& watch) {
  const auto threads = static_cast<std::size_t>(options.threads);
  std::vector<Totals> shares(threads);
  run_jobs(threads, options.threads, [&](std::size_t i, std::size_t, const std::stop_token&) {
    shares[i] = play_share<G>(rules, start, rules_hash, options, i, threads, watch);
  });
  Totals totals;
  for (const Totals& share : shares) totals += share;
  watch.finish();
  return totals;
}

template <Game G>
void print(const Totals& totals, const PlayoutArguments& options, double seconds) {
  const std::uint64_t played = totals.results.games();
  const bool interrupted = played < options.games;
  const auto games = static_cast<double>(std::max<std::uint64_t>(1, played));
  const double mean_plies = static_cast<double>(totals.plies) / games;
  const double mean_moves = static_cast<double>(totals.counted_moves) /
                            static_cast<double>(std::max<std::uint64_t>(1, totals.counted_plies));
  const double rate = static_cast<double>(totals.plies) * std::min<double>(options.threads, games) /
                      std::max(totals.seconds, 1e-9);
  if (options.json) {
    Json reasons = Json::object();
    for (const auto& [reason, n] : totals.reasons) reasons[std::string(reason)] = n;
    print_json({{"games", played},
                {"results",
                 {{G::first_player_name, totals.results.wins},
                  {G::second_player_name, totals.results.losses},
                  {"draw", totals.results.draws},
                  {"unfinished", totals.results.unfinished}}},
                {"reasons", reasons},
                {"mean_plies", mean_plies},
                {"mean_legal_moves", mean_moves},
                {"plies_per_second", rate},
                {"seconds", seconds},
                {"interrupted", interrupted}});
    return;
  }
  fmt::print("{} random games in {:.2f} s\n", played, seconds);
  const auto print_count = [&](Result result, std::uint64_t count) {
    fmt::print("  {:<12} {:>10}  {:6.2f} %\n", result_text<G>(result), count,
               100.0 * static_cast<double>(count) / games);
  };
  print_count(Result::first_wins, totals.results.wins);
  print_count(Result::second_wins, totals.results.losses);
  print_count(Result::draw, totals.results.draws);
  print_count(Result::unfinished, totals.results.unfinished);
  for (const auto& [reason, n] : totals.reasons) fmt::print("    {:<16} {:>6}\n", reason, n);
  fmt::print("  mean plies {:.1f}, mean legal moves {:.1f}, {:.2f} M plies/s on {} thread(s)\n",
             mean_plies, mean_moves, rate / 1e6, options.threads);
  if (interrupted) fmt::print("  interrupted: only the finished games are counted\n");
}

void run(const PlayoutArguments& options, Context& context) {
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = position_or_start<G>(*rules, options.position);
    const double begin = now_seconds();
    Watch watch(options);
    const Totals totals = play_all<G>(*rules, start, rule_set.content_hash(), options, watch);
    if (totals.results.games() < options.games) {
      context.stopped();
      notice(stderr, "stopped after {} of {} games; the same command plays all of them again\n",
             totals.results.games(), options.games);
    }
    print<G>(totals, options, now_seconds() - begin);
  });
}

}  // namespace

void add_playout_command(App& app, Context& context) {
  const auto options = std::make_shared<PlayoutArguments>();
  App* command = app.add_subcommand("playout", "Play uniformly random games");
  options->rules.add_to(*command);
  command->add_option("--games", options->games, "Number of games")
      ->capture_default_str()
      ->check(in_range(1, 1000000000));
  add_seed_option(*command, options->seed, "Seed of all games");
  add_position_option(*command, options->position);
  command
      ->add_option("--max-plies", options->max_plies,
                   "Stop games as unfinished after this many plies")
      ->capture_default_str()
      ->check(in_range(1, 100000000));
  add_threads_option(*command, options->threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
