#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "tools/command_line.h"

namespace tavlab::cli {

using Json = nlohmann::ordered_json;

/// Exit codes of the command line.
inline constexpr int kSuccess = 0;
/// What was tested was found not to hold, as `grep` and `diff` have it.
inline constexpr int kRefuted = 1;
inline constexpr int kUserError = 2;
/// What was tested was not decided.
inline constexpr int kUndecided = 3;
/// As sysexits.h has it: a fault of tavlab's must not look like a refutation.
inline constexpr int kInternalError = 70;
/// By SIGINT or SIGTERM, as shells have it; the store is sound, and the same command continues.
inline constexpr int kInterrupted = 130;

/// What a command returns to `main`, set by its callback.
struct Context {
  int exit_code = kSuccess;
};

/// The positional RULES and the repeatable `--set key=value` that most commands share.
struct RulesArguments {
  std::string name;
  std::vector<std::string> overrides;

  void add_to(App& app);
  [[nodiscard]] RuleSet load() const;
};

/// Adds `--json`.
void add_json_flag(App& app, bool& json, const std::string& help = "Print one JSON document");

/// Adds `--threads`, by default all cores; checked to lie in 1 to 1024.
void add_threads_option(App& app, int& threads);

/// Adds `--seed`: digits only, so that no two texts silently mean the same games.
void add_seed_option(App& app, std::uint64_t& seed, const std::string& help);

/// Adds `--position`, which may not be empty.
void add_position_option(App& app, std::string& position);

/// The position that `--position` gives, or else the start.
template <typename G>
typename G::Position position_or_start(const typename G::Rules& rules, const std::string& text) {
  return text.empty() ? G::start(rules) : G::parse_position(rules, text);
}

/// Threads that this machine runs at once, at least 1.
int hardware_threads();

/// Prints one JSON document on stdout.
void print_json(const Json& json);

/// Wraps text at `width` columns, each line indented by `indent` blanks.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

/// A text from outside as a message may quote it: a long one is cut and ends in "...".
std::string shortened(std::string text);

/// Has the kernel end this process (SIGTERM) when its parent ends, so that no worker outlives the
/// job that started it. Does nothing where the system cannot.
void die_with_parent();

/// Seconds since some fixed point, for durations.
double now_seconds();

// The commands; each adds one subcommand to the application.
void add_rules_command(App& app);
void add_perft_command(App& app);
void add_trace_command(App& app, Context& context);
void add_playout_command(App& app);
void add_match_command(App& app, Context& context);
void add_play_command(App& app);
void add_analyze_command(App& app);
void add_experiment_command(App& app, Context& context);
void add_claim_command(App& app, Context& context);
void add_compare_command(App& app, Context& context);
void add_ladder_command(App& app, Context& context);
void add_train_command(App& app, Context& context);
void add_learn_command(App& app, Context& context);
void add_selfplay_command(App& app, Context& context);
void add_dataset_command(App& app, Context& context);
void add_bench_command(App& app);
void add_bench_nn_command(App& bench);
void add_solve_command(App& app);
void add_regret_command(App& app);
void add_help_command(App& app);

}  // namespace tavlab::cli
