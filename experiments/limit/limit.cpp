#include "experiments/limit/limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "experiments/human/human_check.h"
#include "experiments/limit/limit_text.h"
#include "experiments/report/figure_files.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

/// Games of each cell before any are chosen: this share of the average, and at least so many.
constexpr std::uint64_t kFirstShareOfLimit = 4, kFirstGamesOfLimit = 4;
/// Later rounds, with as many games each.
constexpr std::uint64_t kLimitRounds = 12;
constexpr int kLongestLimit = 999;

int parse_limit(std::string_view number, std::string_view whole) {
  const auto limit = parse_number(number);
  if (!limit || *limit < 1 || *limit > kLongestLimit) {
    throw UserError(
        fmt::format("limit: --limits '{}': write numbers from 1 to {}, or a range as in 5..40",
                    whole, kLongestLimit));
  }
  return static_cast<int>(*limit);
}

std::string with_limit(int limit) { return fmt::format("{}={}", kLimitKey, limit); }

RuleSet rules_at(const LimitOptions& options, int limit) {
  std::vector<std::string> overrides = options.overrides;
  overrides.push_back(with_limit(limit));
  return load_rule_set(options.rules, overrides);
}

/// The rules as named, which must have a limit of the king side's moves.
RuleSet checked_rules(const LimitOptions& options) {
  RuleSet rules = load_rule_set(options.rules, options.overrides);
  if (rules.schema->find(kLimitKey) == nullptr) {
    throw UserError(fmt::format(
        "limit: rules '{}' have no limit on the moves of a king's side ({}); name rules that do",
        rules.id, kLimitKey));
  }
  for (const std::string& each : options.overrides) {
    if (each.starts_with(fmt::format("{}=", kLimitKey))) {
      throw UserError(fmt::format("limit: --set {}: that is what --limits varies; omit it", each));
    }
  }
  return rules;
}

/// The number of openings, which must be the same at all limits.
std::uint64_t checked_openings(const LimitOptions& options, std::span<const int> limits) {
  const std::string& text = options.conditions.openings;
  const auto at = [&](int limit) {
    return load_openings(text, rules_at(options, limit), options.seed);
  };
  const std::shared_ptr<const OpeningSuite> openings = at(limits.back());
  // A shorter limit could end games within an opening.
  if (at(limits.front())->hash_text() != openings->hash_text()) {
    throw UserError(fmt::format(
        "limit: openings '{}' are not the same at a limit of {} as at {}; use shorter openings or "
        "longer limits",
        text, limits.front(), limits.back()));
  }
  if (options.games > openings->lines.size()) {
    throw UserError(fmt::format(
        "limit: --games {}: openings '{}' are {}, and a pair of agents plays each once at a limit; "
        "use more openings, such as --openings plies=4,unique,sample=1000, or fewer games",
        options.games, text, openings->lines.size()));
  }
  return openings->lines.size();
}

DesignToml design_of(const LimitOptions& options, const LimitResult& result) {
  DesignToml design;
  design.id = "limit";
  design.title = "The fair limit of " + result.rules_id;
  design.question =
      "Within how many moves must the king's side win for the game to be even, and what should a "
      "player bid for that side?";
  for (const std::string& first : result.agents) {
    for (const std::string& second : result.agents) design.agents.emplace_back(first, second);
  }
  for (const int limit : result.limits) {
    std::vector<std::string> overrides = options.overrides;
    overrides.push_back(with_limit(limit));
    design.add_arm(fmt::format("limit {}", limit), options.rules, overrides);
  }
  return design;
}

std::string command_of(const LimitOptions& options) {
  std::string command = "tavlab limit";
  add_word(command, options.rules);
  add_settings(command, options.overrides);
  command += " --agents";
  for (const std::string& each : options.agents) add_word(command, each);
  command += " --limits";
  for (const std::string& each : options.limits) add_word(command, each);
  return command + fmt::format(" --prove-nodes {}", options.prove_nodes);
}

/// The rounds. Sets the number of games of each cell in `run`; `most` is the largest.
FilledStore play_rounds(GeneratedRun& run, const LimitOptions& options, const LimitResult& result,
                        std::uint64_t most) {
  const std::uint64_t first =
      std::min(options.games, std::max(kFirstGamesOfLimit, options.games / kFirstShareOfLimit));
  std::uint64_t left = (options.games - first) * run.config.cells.size();
  for (ExperimentCell& cell : run.config.cells) cell.games = first;
  const std::uint64_t round = std::max<std::uint64_t>(1, (left + kLimitRounds - 1) / kLimitRounds);
  while (true) {
    run.fill.later_games = left;
    FilledStore filled = run.play();
    run.fill.is_later_round = true;
    if (!filled.complete || left == 0) return filled;
    const LimitCurves found =
        limit_curves(result.limits.size(), result.agents.size(), run.counts(filled.store));
    const std::vector<std::uint64_t> shares =
        choose_limit_games(found, std::min(left, round), left, most);
    const std::uint64_t chosen = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
    if (chosen == 0) return filled;
    for (std::size_t i = 0; i < shares.size(); ++i) run.config.cells[i].games += shares[i];
    left -= chosen;
  }
}

ProvedLimits proved_with_progress(const LimitOptions& options, const RuleSet& rules, int last) {
  if (options.quiet || options.log == nullptr) {
    return prove_limits(rules, last, options.prove_nodes);
  }
  // Searches, and strategies that repeat nothing.
  const std::uint64_t most = 2 * options.prove_nodes;
  Progress line("nodes", most, options.log);
  ProvedLimits found = prove_limits(rules, last, options.prove_nodes, [&](std::uint64_t nodes) {
    line.update(std::min(nodes, most), "proving limits");
  });
  line.finish();
  return found;
}

}  // namespace

std::vector<int> parse_limits(std::span<const std::string> texts) {
  std::vector<int> limits;
  for (const std::string& text : texts) {
    const std::size_t dots = text.find("..");
    const int from = parse_limit(std::string_view(text).substr(0, dots), text);
    const int to = dots == std::string::npos
                       ? from
                       : parse_limit(std::string_view(text).substr(dots + 2), text);
    const bool rises = from <= to && (limits.empty() || limits.back() < from);
    if (!rises) {
      throw UserError(fmt::format("limit: --limits '{}': limits must rise, each once", text));
    }
    for (int limit = from; limit <= to; ++limit) limits.push_back(limit);
  }
  if (limits.empty()) throw UserError("limit: --limits: name at least one limit, as in 5..40");
  return limits;
}

LimitResult run_limit(const LimitOptions& options, const std::filesystem::path& folder) {
  const InterruptGuard guard;
  LimitResult result;
  result.limits = parse_limits(options.limits);
  const RuleSet rules = checked_rules(options);
  result.agents = canonical_agents("limit", options.agents, 1);
  result.rules_id = rules.id;
  // Each side moves once for each move of the limit, and once more.
  const int needed = 2 * result.limits.back() + 2;
  if (options.max_plies < needed) {
    throw UserError(
        fmt::format("limit: --max-plies {}: games reach a limit of {} moves only after up to {}",
                    options.max_plies, result.limits.back(), needed));
  }
  const std::uint64_t openings = checked_openings(options, result.limits);
  result.rules_hash = rules.hash_text();
  result.human = human_play_for(options.human, folder, options.force, {&rules, 1});
  GeneratedRun run = prepare_run(design_of(options, result), command_of(options), folder, options);
  FilledStore filled = play_rounds(run, options, result, openings);
  if (result.human) keep_human_play(*result.human, folder);
  if (options.prove_nodes > 0 && filled.complete) {
    result.proved = proved_with_progress(options, rules, result.limits.back());
    result.interrupted = InterruptGuard::asked_to_stop();
    if (result.interrupted && options.log != nullptr) {
      notice(options.log,
             "stopped; the games are stored. The same command resumes; its proofs begin anew.\n");
    }
  }
  if (!filled.complete) result.interrupted = true;
  result.games = summarize(filled.store);
  result.curves =
      limit_curves(result.limits.size(), result.agents.size(), run.counts(filled.store));
  write_generated_run("limit", {limit_json(result), limit_markdown(result), limit_text(result)},
                      result.games, limit_frame(result), filled, folder, options);
  write_figures(limit_figures(result), folder);
  return result;
}

}  // namespace tavlab
