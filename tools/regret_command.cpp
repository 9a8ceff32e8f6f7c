// tavlab regret RULES --agent AGENT --table FILE
#include "experiments/measure/regret.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "core/families.h"
#include "experiments/run/progress.h"
#include "experiments/stats/describe.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct RegretArguments {
  RulesArguments rules;
  std::string agent;
  std::string table;
  std::uint64_t positions = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
  bool quiet = false;
  bool json = false;
};

Json summary_json(const RegretSummary& s) {
  Json json = {{"decisions", s.decisions}};
  if (s.decisions == 0) return json;
  json.update({{"mean_loss", s.mean_loss},
               {"mean_loss_95", {s.loss_interval.low, s.loss_interval.high}},
               {"optimal_share", s.optimal_share},
               {"optimal_share_95", {s.optimal_interval.low, s.optimal_interval.high}},
               {"mean_stake", s.mean_stake}});
  return json;
}

void print_row(std::string_view name, const RegretSummary& s) {
  if (s.decisions == 0) return;
  fmt::print("  {:<8} {:>9}   {:.5f} [{:.5f}, {:.5f}]   {:6.2f} % [{:.2f}, {:.2f}]   {:.5f}\n",
             name, s.decisions, s.mean_loss, s.loss_interval.low, s.loss_interval.high,
             100 * s.optimal_share, 100 * s.optimal_interval.low, 100 * s.optimal_interval.high,
             s.mean_stake);
}

void print(const std::vector<Decision>& decisions, const RegretArguments& options, bool stopped) {
  constexpr std::array phases = {Phase::opening, Phase::middle, Phase::end};
  const RegretSummary all = summarize_regret(decisions);
  if (options.json) {
    Json by_phase = Json::object();
    for (const Phase phase : phases) {
      by_phase[std::string(phase_name(phase))] = summary_json(summarize_regret(decisions, phase));
    }
    Json json = {{"agent", options.agent},
                 {"table", options.table},
                 {"seed", options.seed},
                 {"interrupted", stopped}};
    json.update(summary_json(all));
    json["phases"] = by_phase;
    return print_json(json);
  }
  fmt::print("{} against {}\n", options.agent, options.table);
  fmt::print("  {:<8} {:>9}   {:<27}   {:<24}   {}\n", "phase", "decisions",
             "loss of win probability", "optimal moves", "at stake");
  for (const Phase phase : phases) print_row(phase_name(phase), summarize_regret(decisions, phase));
  print_row("all", all);
}

void run(const RegretArguments& options, Context& context) {
  const RuleSet rule_set = options.rules.load();
  const AgentSpec agent = AgentSpec::parse(options.agent);
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto table = open_table_of_games<G>(options.table, *rules);
    if constexpr (Exact<G>::whole_games) {
      Progress line("positions", options.positions);
      if (options.quiet) line.silence();
      std::mutex mutex;
      RunningMean loss;
      const auto progress = [&](const Decision& decision) {
        const std::scoped_lock lock(mutex);
        loss.add(decision.loss);
        line.update(loss.count(), [&] { return fmt::format("loss {:.5f}", loss.mean()); });
      };
      const StopOnSignal stop;
      const auto decisions = RegretMeasurement<G>(*rules, table)
                                 .run(agent, {options.positions, options.seed, options.threads},
                                      progress, stop.token());
      line.finish();
      const bool stopped = stop.token().stop_requested();
      if (stopped) context.stopped_after(decisions.size(), "decisions");
      if (decisions.empty()) return;
      print(decisions, options, stopped);
    }
  });
}

}  // namespace

void add_regret_command(App& app, Context& context) {
  const auto options = std::make_shared<RegretArguments>();
  options->threads = hardware_threads();
  App* command =
      app.add_subcommand("regret", "Measure an agent's decisions against an exact table");
  options->rules.add_to(*command);
  command->add_option("--agent", options->agent, "The agent (see `tavlab help agents`)")
      ->required();
  command->add_option("--table", options->table, "A table written by `tavlab solve`")->required();
  command->add_option("--positions", options->positions, "Decisions, each from a different game")
      ->capture_default_str()
      ->check(in_range(1, 100000000));
  add_seed_option(*command, options->seed, "Seed of the positions and of the agent");
  add_threads_option(*command, options->threads);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(
      "In the sampled games each move is the table's best or a random one, with equal\n"
      "probability; forced moves are not counted. Loss: how much win probability the move loses\n"
      "against the best one; at stake: the loss of the worst move. Phases: opening until a piece\n"
      "is home, middle until half of all are, end. Ctrl-C and --minutes end the work; what was\n"
      "measured before is printed.");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
