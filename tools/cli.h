#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "experiments/run/interrupt.h"
#include "tools/command_line.h"

namespace tavlab::cli {

using Json = nlohmann::ordered_json;

/// Exit codes of the command line.
inline constexpr int kSuccess = 0;
/// A test was decided negatively; as for `grep` and `diff`.
inline constexpr int kRefuted = 1;
inline constexpr int kUserError = 2;
/// A test was not decided, or --minutes ended the work before it was done.
inline constexpr int kUndecided = 3;
/// EX_SOFTWARE of sysexits.h: a bug must not look like a negative result.
inline constexpr int kInternalError = 70;
/// Ended by SIGINT or SIGTERM, as in shells; the store is consistent, and the same command resumes.
inline constexpr int kInterrupted = 130;

/// The result of a command for `main`, set by its callback.
struct Context {
  int exit_code = kSuccess;
  /// Of --minutes.
  std::optional<TimeLimit> time_limit;

  /// To be called by a command that stopped before its work was done.
  void stopped() { exit_code = InterruptGuard::signalled() ? kInterrupted : kUndecided; }
  /// The same for a command that counts what it had finished by then, which it says; it keeps
  /// nothing. `things`: of which there are `finished`.
  void stopped_after(std::size_t finished, std::string_view things);
};

/// The positional RULES and the repeatable `--set key=value` of most commands.
struct RulesArguments {
  std::string name;
  std::vector<std::string> overrides;

  void add_to(App& app);
  [[nodiscard]] RuleSet load() const;
  /// The rules in the words of a command line: "./mine.toml --set first=defenders".
  [[nodiscard]] std::string words() const;
};

/// Adds `--set`, once for each override.
void add_set_option(App& app, std::vector<std::string>& overrides);

/// Adds `--json`.
void add_json_flag(App& app, bool& json, const std::string& help = "Print one JSON document");

/// For a number of minutes: the same everywhere.
Check minutes_range();

/// Adds `--minutes` for work that Ctrl-C stops, too; the command then calls `context.stopped()`.
void add_minutes_option(App& app, Context& context);

/// Adds `--quiet`, for commands that show their progress.
void add_quiet_flag(App& app, bool& quiet);

/// Adds `--threads`, 1 to 1024, by default all cores.
void add_threads_option(App& app, int& threads);

/// Adds `--memory`, a number of bytes with or without a unit, not 0.
void add_memory_option(App& app, std::uint64_t& bytes, const std::string& help);

/// Adds `--seed`: digits only, so that different texts never silently mean the same games.
void add_seed_option(App& app, std::uint64_t& seed, const std::string& help);
/// The same for a command whose config has a seed.
void add_seed_option(App& app, std::optional<std::uint64_t>& seed);

/// Adds `--position`, which may not be empty.
void add_position_option(App& app, std::string& position);

/// The position of `--position`, or the start position if the text is empty.
template <typename G>
typename G::Position position_or_start(const typename G::Rules& rules, const std::string& text) {
  return text.empty() ? G::start(rules) : G::parse_position(rules, text);
}

/// The number of hardware threads, at least 1.
int hardware_threads();

/// Prints one JSON document on stdout.
void print_json(const Json& json);

/// Flushes stdout, for readers that wait for the output. Throws std::system_error if it can no
/// longer be written.
void flush_stdout();

/// Asks the kernel to end this process (SIGTERM) when its parent ends, so that no worker outlives
/// its job. Does nothing if the system does not support it.
void die_with_parent();

/// Seconds of a monotonic clock, for durations.
double now_seconds();

// The commands; each adds one subcommand to the application.
void add_rules_command(App& app, Context& context);
void add_perft_command(App& app, Context& context);
void add_trace_command(App& app, Context& context);
void add_openings_command(App& app, Context& context);
void add_games_command(App& app, Context& context);
void add_playout_command(App& app, Context& context);
void add_match_command(App& app, Context& context);
void add_play_command(App& app, Context& context);
void add_analyze_command(App& app, Context& context);
void add_engine_command(App& app);
void add_serve_command(App& app);
void add_experiment_command(App& app, Context& context);
void add_claim_command(App& app, Context& context);
void add_compare_command(App& app, Context& context);
void add_calibrate_command(App& app, Context& context);
void add_ladder_command(App& app, Context& context);
void add_limit_command(App& app, Context& context);
void add_train_command(App& app, Context& context);
void add_learn_command(App& app, Context& context);
void add_selfplay_command(App& app, Context& context);
void add_dataset_command(App& app, Context& context);
void add_bench_command(App& app, Context& context);
void add_bench_nn_command(App& bench, Context& context);
void add_bench_search_command(App& bench, Context& context);
void add_evaluate_command(App& app, Context& context);
void add_net_command(App& app);
void add_solve_command(App& app, Context& context);
void add_prove_command(App& app, Context& context);
void add_decisions_command(App& app, Context& context);
void add_regret_command(App& app, Context& context);
/// `root` is the whole tree of commands, which need not be complete yet.
void add_help_command(App& app, const CLI::App& root);
/// `completion`, and the hidden command that completions ask.
void add_completion_command(App& app, const CLI::App& root);

}  // namespace tavlab::cli
