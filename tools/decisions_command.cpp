// tavlab decisions RULES --agent AGENT
#include "experiments/measure/decisions.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "core/error.h"
#include "core/families.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/stats/describe.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct DecisionsArguments {
  RulesArguments rules;
  std::string agent;
  std::string play;  ///< empty: the agent
  DecisionOptions options;
  bool quiet = false;
  bool json = false;
};

Json mean_json(const MeanOfPositions& mean) {
  Json json = {{"mean", mean.mean}};
  json["mean_95"] = mean.interval ? Json{mean.interval->low, mean.interval->high} : Json(nullptr);
  return json;
}

Json summary_json(const DecisionSummary& summary, const std::vector<std::string_view>& kinds) {
  Json json = {{"positions", summary.positions},
               {"legal_moves", mean_json(summary.legal_moves)},
               {"width", mean_json(summary.width)},
               {"single_share", summary.single_share},
               {"single_share_95", {summary.single_interval.low, summary.single_interval.high}},
               {"kinds", Json::object()}};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const KindSummary& each = summary.kinds[kind];
    Json& entry = json["kinds"][std::string(kinds[kind])] = {{"positions", each.positions}};
    if (each.positions == 0) continue;
    entry["best_share"] = each.best_share;
    entry["best_share_95"] = {each.best_interval.low, each.best_interval.high};
    entry["gain"] = mean_json(each.gain);
  }
  return json;
}

std::string mean_text(const MeanOfPositions& mean, int digits) {
  std::string text = fmt::format("{:.{}f}", mean.mean, digits);
  if (mean.interval) {
    text +=
        fmt::format(" [{:.{}f}, {:.{}f}]", mean.interval->low, digits, mean.interval->high, digits);
  }
  return text;
}

void print(const DecisionSummary& summary, const std::vector<std::string_view>& kinds,
           const DecisionsArguments& arguments) {
  fmt::print("{} decisions, valued by {}, from games of {}\n", summary.positions, arguments.agent,
             arguments.play);
  fmt::print("  legal moves            {}\n", mean_text(summary.legal_moves, 2));
  fmt::print("  within {:<5} of the best {}\n", arguments.options.within,
             mean_text(summary.width, 2));
  fmt::print("  only one such move     {:.1f} % [{:.1f}, {:.1f}]\n", 100 * summary.single_share,
             100 * summary.single_interval.low, 100 * summary.single_interval.high);
  fmt::print("  {:<18} {:>9}   {:<24}   {}\n", "moves of the kind", "positions",
             "one of them is best", "best one minus best other");
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const KindSummary& each = summary.kinds[kind];
    if (each.positions == 0) {
      fmt::print("  {:<18} {:>9}\n", kinds[kind], 0);
      continue;
    }
    fmt::print("  {:<18} {:>9}   {:6.1f} % [{:.1f}, {:.1f}]{:<3}   {}\n", kinds[kind],
               each.positions, 100 * each.best_share, 100 * each.best_interval.low,
               100 * each.best_interval.high, "", mean_text(each.gain, 4));
  }
}

void run(DecisionsArguments arguments, Context& context) {
  const RuleSet rule_set = arguments.rules.load();
  const AgentSpec judge = AgentSpec::parse(arguments.agent);
  if (judge.name() == "random") {
    throw UserError("--agent random values no moves; use one that does, such as alphabeta:depth=3");
  }
  if (arguments.play.empty()) arguments.play = arguments.agent;
  const AgentSpec player = AgentSpec::parse(arguments.play);
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    Progress line("positions", arguments.options.positions);
    if (arguments.quiet) line.silence();
    std::mutex mutex;
    RunningMean width;
    const auto progress = [&](const JudgedDecision& decision) {
      const std::scoped_lock lock(mutex);
      width.add(decision.width);
      line.update(width.count(), [&] { return fmt::format("{:.2f} good moves", width.mean()); });
    };
    const StopOnSignal stop;
    const auto decisions = DecisionMeasurement<G>(*rules).run(judge, player, arguments.options,
                                                              progress, stop.token());
    line.finish();
    const bool stopped = stop.token().stop_requested();
    if (stopped) context.stopped_after(decisions.size(), "positions");
    if (decisions.empty()) return;
    const DecisionSummary summary = summarize_decisions(decisions);
    const std::vector<std::string_view> kinds = move_kind_names<G>();
    if (!arguments.json) return print(summary, kinds, arguments);
    Json json = {{"agent", judge.canonical()},
                 {"play", player.canonical()},
                 {"seed", arguments.options.seed},
                 {"within", arguments.options.within},
                 {"interrupted", stopped}};
    json.update(summary_json(summary, kinds));
    print_json(json);
  });
}

}  // namespace

void add_decisions_command(App& app, Context& context) {
  const auto arguments = std::make_shared<DecisionsArguments>();
  DecisionOptions& options = arguments->options;
  options.threads = hardware_threads();
  App* command = app.add_subcommand(
      "decisions",
      "Measure how many moves are about as good as the best, and what kinds are worth");
  arguments->rules.add_to(*command);
  command
      ->add_option("--agent", arguments->agent,
                   "The agent that values the moves (see `tavlab help agents`)")
      ->required();
  command->add_option("--play", arguments->play,
                      "The agent whose games the positions come from; default: the same");
  command->add_option("--positions", options.positions, "Decisions, each from a different game")
      ->capture_default_str()
      ->check(in_range(1, 100000000));
  command
      ->add_option("--within", options.within,
                   "How far below the best move's value, in expected score, a move may be")
      ->capture_default_str()
      ->check(number_between(0.0, 1.0));
  command->add_option("--opening", options.opening_plies, "Random plies at the start of each game")
      ->capture_default_str()
      ->check(in_range(0, 1000));
  command->add_option("--max-plies", options.max_plies, "Plies after which a game is broken off")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  add_seed_option(*command, options.seed, "Seed of the positions and of the agents");
  add_threads_option(*command, options.threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, arguments->quiet);
  add_json_flag(*command, arguments->json);
  command->footer(
      "Each position is a random decision with a choice from one game of the agent against\n"
      "itself. A kind of moves is counted in positions that have some of the kind and some\n"
      "others; the difference shows what must be given up without it. All values are those of\n"
      "the agent's own search, and no better than that.");
  command->callback([arguments, &context] { run(*arguments, context); });
}

}  // namespace tavlab::cli
