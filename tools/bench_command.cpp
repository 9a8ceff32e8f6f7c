// tavlab bench: the speed of this machine, by rule set, on one core.
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <stop_token>
#include <vector>

#include "core/families.h"
#include "core/notice.h"
#include "core/perft.h"
#include "core/playout.h"
#include "core/solving/exact.h"
#include "experiments/run/progress.h"
#include "mcts/rollout.h"
#include "mcts/run.h"
#include "tools/bench_clock.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> rules;
  double seconds = 1.0;
  bool quiet = false;
  bool json = false;
};

struct Speeds {
  double random_plies = 0.0;  ///< per second, like the next five
  double random_games = 0.0;
  double perft_nodes = 0.0;
  double perft_bulk_nodes = 0.0;
  double rollouts = 0.0;
  double search_iterations = 0.0;
  double bytes_per_node = 0.0;
};

/// The calls of `rate` for a rule set.
constexpr std::size_t kMeasurements = 5;

/// `measured` is called after each of the measurements.
template <Game G>
Speeds measure(const typename G::Rules& rules, double seconds,
               const std::function<void()>& measured) {
  const auto rate = [&](double time, auto&& work) {
    const double speed = cli::rate(time, work);
    measured();
    return speed;
  };
  Speeds speeds;
  const auto start = G::start(rules);
  GameState<G> state(rules, start);
  Random random(1);
  constexpr int kCap = 5000;
  double games = 0.0, plies = 0.0;
  speeds.random_plies = rate(seconds, [&] {
    constexpr int kGames = 300;
    int done = 0;
    play_random_games<G>(
        rules, start, kGames, kCap, [&](std::uint64_t) { return random(); },
        [&](const RandomGameEnd& end) { done += end.plies; });
    games += kGames;
    plies += done;
    return done;
  });
  speeds.random_games = speeds.random_plies * games / plies;

  const bool small = G::count_moves(rules, start) < 200 && !G::has_chance(rules);
  const int depth = small ? 3 : 2;
  speeds.perft_nodes = rate(seconds, [&] { return perft<G>(rules, start, depth).nodes; });
  speeds.perft_bulk_nodes = rate(seconds, [&] { return perft_bulk<G>(rules, start, depth); });

  // Rollouts from the start position, and a search that evaluates each leaf with one.
  state.reset(start);
  const auto root = state.mark();
  speeds.rollouts = rate(seconds, [&] {
    random_playout(state, random, kCap);
    state.rewind(root);
    return 1;
  });
  RolloutOptions rollout;
  rollout.max_plies = kCap;
  RolloutEvaluator<G> evaluator(rollout);
  std::uint64_t seed = 0;
  double nodes = 0.0, bytes = 0.0;
  speeds.search_iterations = rate(seconds, [&] {
    state.reset(start);
    Search<G> search(state, SearchOptions{}, ++seed);
    tavlab::run(search, evaluator, Limits{.simulations = 2000});
    nodes += static_cast<double>(search.tree().size());
    bytes += static_cast<double>(search.tree().bytes());
    return search.simulations();
  });
  speeds.bytes_per_node = bytes / nodes;
  return speeds;
}

/// Position updates per second of the exact solver, on one thread. Throws BenchStopped.
double measure_solver(const RuleSet& rule_set, const std::stop_token& stop) {
  const auto table = std::filesystem::temp_directory_path() /
                     fmt::format("tavlab-bench-{}.table", std::random_device{}());
  const double begin = cpu_seconds();
  SolveResult result;
  try {
    result = solve(rule_set, {.tolerance = 1e-4, .threads = 1}, table, {}, stop);
  } catch (const SolveStopped&) {
    std::filesystem::remove(table.string() + ".part");
    throw BenchStopped{};
  }
  const double spent = cpu_seconds() - begin;
  std::filesystem::remove(table);
  return static_cast<double>(result.updates) / spent;
}

/// The rule set for the solver's benchmark.
template <FamilyGame G, FamilyGame... Others>
RuleSet solver_benchmark(GameList<G, Others...>) {
  if constexpr (Exact<G>::whole_games) {
    const std::vector<std::string> overrides = {std::string(Exact<G>::benchmark_override)};
    return load_rule_set(Exact<G>::benchmark_rules, overrides);
  } else {
    return solver_benchmark(GameList<Others...>{});
  }
}

void run(const BenchArguments& options, Context& context) {
  const StopOnSignal stop;
  std::vector<RuleSet> rule_sets;  // loaded first, so that errors are reported before any work
  for (const std::string& name : options.rules) rule_sets.push_back(load_rule_set(name));
  Json all = Json::array();
  if (!options.json) {
    fmt::print("One core, CPU time; {} s per measurement.\n", options.seconds);
    fmt::print("{:<22} {:>12} {:>9} {:>12} {:>12} {:>12} {:>12} {:>9} {:>11}\n", "rules",
               "random ply/s", "games/s", "perft n/s", "bulk n/s", "rollouts/s", "searches/s",
               "ratio", "bytes/node");
  }
  Progress progress("measurements", kMeasurements * rule_sets.size() + 1);
  if (options.quiet) progress.silence();
  std::size_t measured = 0, done = 0;
  const auto row = [&](const RuleSet& rule_set) {
    const auto note = [&] { progress.update(++done, rule_set.id); };
    const Speeds s = visit_game(rule_set, [&](auto game, const auto& rules) {
      return measure<decltype(game)>(*rules, options.seconds, note);
    });
    ++measured;
    progress.finish();
    const double share = s.search_iterations / s.rollouts;
    if (options.json) {
      all.push_back({{"rules", rule_set.id},
                     {"random_plies_per_second", s.random_plies},
                     {"random_games_per_second", s.random_games},
                     {"perft_nodes_per_second", s.perft_nodes},
                     {"perft_bulk_nodes_per_second", s.perft_bulk_nodes},
                     {"rollouts_per_second", s.rollouts},
                     {"search_iterations_per_second", s.search_iterations},
                     {"search_share_of_rollouts", share},
                     {"bytes_per_node", s.bytes_per_node}});
      return;
    }
    fmt::print(
        "{:<22} {:>10.2f} M {:>9.0f} {:>10.1f} M {:>10.1f} M {:>12.0f} {:>12.0f} {:>7.1f} % "
        "{:>11.0f}\n",
        rule_set.id, s.random_plies / 1e6, s.random_games, s.perft_nodes / 1e6,
        s.perft_bulk_nodes / 1e6, s.rollouts, s.search_iterations, 100.0 * share, s.bytes_per_node);
    std::fflush(stdout);
  };
  const RuleSet solved = solver_benchmark(Games{});
  try {
    for (const RuleSet& rule_set : rule_sets) row(rule_set);
    const double updates = measure_solver(solved, stop.token());
    if (options.json) {
      print_json({{"bench", all}, {"solver_updates_per_second", updates}, {"interrupted", false}});
    } else {
      fmt::print("solving {}: {:.1f} M position updates/s\n", solved.id, updates / 1e6);
    }
  } catch (const BenchStopped&) {
    progress.finish();
    context.stopped();
    if (options.json) print_json({{"bench", all}, {"interrupted", true}});
    notice(stderr, "{}\n",
           measured == 0 ? "stopped before a rule set was measured. The same command begins again."
                         : "stopped; the figures of the finished rule sets are printed. The same "
                           "command begins again.");
  }
}

}  // namespace

void add_bench_command(App& app, Context& context) {
  const auto options = std::make_shared<BenchArguments>();
  for (const std::string_view id : benchmark_rule_sets()) options->rules.emplace_back(id);
  App* command = app.add_subcommand("bench", "Measure tavlab's speed on this machine");
  command->add_option("RULES", options->rules, "Rule sets to measure")->capture_default_str();
  command->add_option("--seconds", options->seconds, "CPU time per measurement")
      ->capture_default_str()
      ->check(number_between(0.01, 600.0));
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  add_bench_nn_command(*command, context);
  add_bench_search_command(*command, context);
  command->callback([command, options, &context] {
    if (!command->has_called_subcommand()) run(*options, context);
  });
}

}  // namespace tavlab::cli
