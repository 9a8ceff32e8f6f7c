// tavlab analyze RULES --agent AGENT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/notice.h"
#include "core/picture_text.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "selfplay/agents/draw_model.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/analysis_value.h"
#include "tools/assessment.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct AnalyzeArguments {
  RulesArguments rules;
  PositionArguments start;
  std::string move;  ///< to refute; may be empty
  std::string agent = "alphabeta:net=auto,nodes=200000";
  std::uint64_t seed = 1;
  int top = 10;
  bool quiet = false;
  bool json = false;
};

constexpr std::string_view kJsonHelp =
    R"(Before a roll of the dice, the agent analyzes the position after each roll that allows a move.

JSON:
  position, to_move, agent   the position, and the agent
  best                       the move that the agent would play
  value                      expected score of the first side, from 0 to 1: mcts: mean value; alphabeta:
                             evaluation at the end of the line; 0 or 1 if a win is proven
  wdl                        probabilities that the first side wins, draws, loses; those of alphabeta from
                             its value and the draws measured in games under these rules, if they were
  proven                     the result with best play, if proven
  net_value                  with a net: its expected score of the first side, before any search
  moves                      the best --top: move, visits (alphabeta: nodes searched), value, proven,
                             policy (with a net: its probability that the move is best, before any search);
                             symmetric: the moves that are mirror images of it, whose visits and policy
                             are added to its own
  principal_variation        the expected moves, up to the first roll
  simulations, nodes, depth, seconds   cost of the search; 0 if not applicable
  throws                     before a roll, replaces the fields from `best` on; one entry per roll: throw,
                             probability, position, to_move and, if that side may move now, the fields
                             above; result and reason if the roll ends the game. value is then the mean
  named                      with --move: move, value after it, loss compared with the best move for the
                             side that makes it, refutation (the expected reply and the moves after it),
                             result if the move ends the game
  interrupted                whether Ctrl-C or --minutes ended the search
Unknown fields are left out: the agent random has no value, nor does a search that was cut off before it
had tried every move, nor a roll after which the turn passes.)";

template <FamilyGame G>
Json decision_json(const GameState<G>& state, const Decision<G>& decision, std::size_t top) {
  const Analysis<G>& analysis = decision.analysis;
  Json candidates = Json::array();
  for (std::size_t i = 0; i < std::min(top, decision.classes.size()); ++i) {
    const Candidate<G> c = folded(analysis, decision.classes[i]);
    Json candidate = {{"move", G::move_text(state.rules(), state.position(), c.move)},
                      {"visits", c.visits}};
    for (const std::size_t other : std::span(decision.classes[i]).subspan(1)) {
      const auto move = analysis.candidates[other].move;
      candidate["symmetric"].push_back(G::move_text(state.rules(), state.position(), move));
    }
    if (has_value(analysis, c)) {
      candidate["value"] = c.value;
      if (c.proven != Result::unfinished) candidate["proven"] = result_text<G>(c.proven);
    }
    if (c.policy) candidate["policy"] = *c.policy;
    candidates.push_back(candidate);
  }
  Json json = {{"best", decision.best}};
  if (has_value(analysis)) {
    json["value"] = analysis.value;
    if (analysis.probabilities) {
      json["wdl"] = {analysis.probabilities->win, analysis.probabilities->draw,
                     analysis.probabilities->loss};
    }
    if (analysis.proven != Result::unfinished) json["proven"] = result_text<G>(analysis.proven);
  }
  if (analysis.net_value) json["net_value"] = *analysis.net_value;
  json.update({{"moves", candidates},
               {"principal_variation", decision.line},
               {"simulations", analysis.simulations},
               {"nodes", analysis.nodes},
               {"depth", analysis.depth},
               {"seconds", analysis.seconds}});
  return json;
}

template <FamilyGame G>
Json request_json(const GameState<G>& state, const AnalyzeArguments& options) {
  return {{"position", G::position_text(state.rules(), state.position())},
          {"to_move", player_name<G>(state.to_move())},
          {"agent", options.agent}};
}

template <FamilyGame G>
void print_decision(const GameState<G>& state, const Decision<G>& decision, std::size_t top) {
  const Analysis<G>& analysis = decision.analysis;
  fmt::print("value for {}: {}", G::first_player_name, value_text(analysis, 3));
  if (has_value(analysis)) {
    if (analysis.probabilities && analysis.probabilities->draw >= 0.0005F) {
      fmt::print("  (win {:.3f}, draw {:.3f}, loss {:.3f})", analysis.probabilities->win,
                 analysis.probabilities->draw, analysis.probabilities->loss);
    }
    if (analysis.proven != Result::unfinished) {
      fmt::print("  proven: {}", result_text<G>(analysis.proven));
    }
    if (analysis.net_value) fmt::print("  net alone: {:.3f}", *analysis.net_value);
  } else {
    fmt::print(", as {}", analysis.nodes > 0 ? "the search was cut off before it tried every move"
                                             : "this agent does not search");
  }
  fmt::print("\n");
  if (analysis.nodes > 0) {
    if (analysis.simulations > 0) fmt::print("{} simulations, ", analysis.simulations);
    fmt::print("{} nodes, ", analysis.nodes);
    if (analysis.depth > 0) fmt::print("depth {}, ", analysis.depth);
    fmt::print("{:.2f} s\n", analysis.seconds);
    for (std::size_t i = 0; i < std::min(top, decision.classes.size()); ++i) {
      const Candidate<G> c = folded(analysis, decision.classes[i]);
      fmt::print("  {:<14} visits {:>9}", G::move_text(state.rules(), state.position(), c.move),
                 c.visits);
      if (c.policy) fmt::print("  policy {:.3f}", *c.policy);
      if (has_value(analysis, c)) {
        fmt::print("  value {:.3f}", c.value);
        if (c.proven != Result::unfinished) fmt::print("  proven {}", result_text<G>(c.proven));
      }
      if (decision.classes[i].size() > 1) {
        fmt::print("  and {} symmetric", decision.classes[i].size() - 1);
      }
      fmt::print("\n");
    }
  }
  fmt::print("best {}", decision.best);
  if (!decision.line.empty()) fmt::print(", line:");
  for (const std::string& move : decision.line) fmt::print(" {}", move);
  fmt::print("\n");
}

template <FamilyGame G>
Json named_json(const MoveAssessment<G>& named) {
  Json json = {{"move", named.move}};
  if (named.after.value) json["value"] = *named.after.value;
  if (named.loss) json["loss"] = *named.loss;
  json["refutation"] = named.after.line;
  if (named.result != Result::unfinished) {
    json["result"] = result_text<G>(named.result);
    json["reason"] = named.reason;
  }
  return json;
}

template <FamilyGame G>
void print_named(const GameState<G>& state, const MoveAssessment<G>& named) {
  fmt::print("{}: ", named.move);
  if (named.result != Result::unfinished) {
    fmt::print("the game ends: {}, {}", result_text<G>(named.result), named.reason);
  } else if (named.after.value) {
    fmt::print("value for {} {:.3f}", G::first_player_name, *named.after.value);
  } else {
    fmt::print("no value");
  }
  if (named.loss) {
    fmt::print(", {} {:.3f} for {}", *named.loss < 0 ? "better than the best line by" : "loses",
               std::abs(*named.loss), player_name<G>(state.to_move()));
  }
  if (!named.after.line.empty()) fmt::print("; answer:");
  for (const std::string& move : named.after.line) fmt::print(" {}", move);
  fmt::print("\n");
}

/// What a position is analyzed with.
template <FamilyGame G>
struct Analyst {
  Agent<G>& agent;
  std::uint64_t seed;
  std::uint64_t rules_hash;
  const GameHistory<G>& past;
  Progress& live;
  std::stop_token stop;

  [[nodiscard]] Decision<G> decision(const GameState<G>& state, const GameHistory<G>& from) const {
    Decision<G> decision = decide(agent, state, seed, from);
    decision.analysis.probabilities = result_probabilities(decision.analysis, rules_hash);
    return decision;
  }
};

template <FamilyGame G>
void analyze_decision(const Analyst<G>& analyst, const GameState<G>& state,
                      const AnalyzeArguments& options) {
  const Decision<G> decision = analyst.decision(state, analyst.past);
  std::optional<MoveAssessment<G>> named;
  if (!options.move.empty())
    named = refute(analyst.agent, state, analyst.seed, decision, analyst.past, options.move);
  analyst.live.finish();
  if (options.json) {
    Json json = request_json(state, options);
    json.update(decision_json(state, decision, static_cast<std::size_t>(options.top)));
    if (named) json["named"] = named_json(*named);
    json["interrupted"] = analyst.stop.stop_requested();
    print_json(json);
    return;
  }
  fmt::print("{}{} to move\n", picture_text(G::picture(state.rules(), state.position())),
             player_name<G>(state.to_move()));
  print_decision(state, decision, static_cast<std::size_t>(options.top));
  if (named) print_named(state, *named);
}

/// Agents choose moves, so a position before a roll is analyzed roll by roll. Its value is the mean
/// over the rolls, unless one of them passes the turn, for which there is no value.
template <FamilyGame G>
void analyze_rolls(const Analyst<G>& analyst, const GameState<G>& state,
                   const AnalyzeArguments& options) {
  const auto& rules = state.rules();
  ChanceList<G> outcomes;
  G::chance_outcomes(rules, state.position(), outcomes);
  std::optional<double> mean = 0.0;
  Json rolls = Json::array();
  std::string lines, example;
  for (const ChanceOutcome& outcome : outcomes) {
    GameState<G> after = state;
    after.play_chance(outcome.value);
    const std::string name = G::chance_text(rules, outcome.value);
    Json json = {{"throw", name},
                 {"probability", outcome.probability},
                 {"position", G::position_text(rules, after.position())},
                 {"to_move", player_name<G>(after.to_move())}};
    std::string says = "the turn passes";
    std::optional<double> value;
    if (after.over()) {
      value = score(after.result());
      json.update({{"result", result_text<G>(after.result())}, {"reason", after.reason()}});
      says = fmt::format("the game ends: {}, {}", result_text<G>(after.result()), after.reason());
    } else if (after.node_kind() == NodeKind::decision) {
      GameHistory<G> rolled = analyst.past;
      rolled.history.roll(outcome.value);
      const Decision<G> decision = analyst.decision(after, rolled);
      if (has_value(decision.analysis)) value = decision.analysis.value;
      json.update(decision_json(after, decision, static_cast<std::size_t>(options.top)));
      says = "best " + decision.best;
      if (example.empty()) example = G::position_text(rules, after.position());
    }
    lines += fmt::format("  {:<6}  probability {:.3f}  value {:<5}  {}\n", name,
                         outcome.probability, value ? fmt::format("{:.3f}", *value) : "none", says);
    rolls.push_back(json);
    mean = mean && value ? std::optional(*mean + outcome.probability * *value) : std::nullopt;
  }
  analyst.live.finish();
  if (options.json) {
    Json json = request_json(state, options);
    if (mean) json["value"] = *mean;
    json["throws"] = rolls;
    json["interrupted"] = analyst.stop.stop_requested();
    print_json(json);
    return;
  }
  fmt::print("{}{} to roll\n", picture_text(G::picture(rules, state.position())),
             player_name<G>(state.to_move()));
  if (mean)
    fmt::print("value for {}: {:.3f}, the mean over the rolls\n", G::first_player_name, *mean);
  fmt::print("{}", lines);
  if (!example.empty()) fmt::print("to analyze a single roll: --position '{}'\n", example);
}

void run(const AnalyzeArguments& options, Context& context) {
  const RuleSet rule_set = options.rules.load();
  const AgentSpec spec = AgentSpec::parse(options.agent);
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameHistory<G> past{{position_or_start<G>(*rules, options.start.position)}};
    const GameState<G> state = options.start.state<G>(*rules, past);
    if (state.over()) {
      throw UserError(fmt::format("the game is over in this position: {}, {}",
                                  result_text<G>(state.result()), state.reason()));
    }
    const auto agent = make_agent<G>(spec, *rules);
    // A search that is stopped says what it has found.
    const StopOnSignal stop;
    agent->stop_when(stop.token());
    const std::uint64_t rules_hash = rule_set.content_hash();
    const std::uint64_t seed = derive_seed({options.seed, rules_hash, hash_text("analyze")});
    Progress live("nodes", 0);
    if (options.quiet || Progress::style_for(stderr) != Progress::Style::terminal) live.silence();
    agent->report_progress([&](const Analysis<G>& found) {
      live.update(std::max(found.nodes, found.simulations), [&] {
        return fmt::format("{}value for {}: {:.3f}",
                           found.depth > 0 ? fmt::format("depth {}, ", found.depth) : "",
                           G::first_player_name, found.value);
      });
    });
    const Analyst<G> analyst{*agent, seed, rules_hash, past, live, stop.token()};
    if (state.node_kind() == NodeKind::chance) {
      if (!options.move.empty()) throw UserError("--move: a roll is due first; add it to --moves");
      analyze_rolls(analyst, state, options);
    } else {
      analyze_decision(analyst, state, options);
    }
    if (!stop.token().stop_requested()) return;
    context.stopped();
    notice(stderr, "stopped: this is what the search had found. The same command begins again.\n");
  });
}

}  // namespace

void add_analyze_command(App& app, Context& context) {
  const auto options = std::make_shared<AnalyzeArguments>();
  App* command = app.add_subcommand("analyze", "Evaluate a position with an agent");
  options->rules.add_to(*command);
  options->start.add_to(*command);
  command->add_option("--move", options->move,
                      "Also report how much this move loses, and the best reply");
  command->add_option("--agent", options->agent, "The agent (see `tavlab help agents`)")
      ->capture_default_str();
  add_seed_option(*command, options->seed, "Seed of the search");
  command->add_option("--top", options->top, "How many moves to print")
      ->capture_default_str()
      ->check(in_range(1, 1'000'000));
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(std::string(kJsonHelp));
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
