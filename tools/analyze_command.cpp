// tavlab analyze RULES --agent AGENT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/error.h"
#include "core/families.h"
#include "core/picture_text.h"
#include "selfplay/agents/make_agent.h"
#include "tools/cli.h"
#include "tools/opinion.h"

namespace tavlab::cli {
namespace {

struct Options {
  RulesArguments rules;
  std::string position;
  std::string agent = "mcts:sims=1000";
  std::uint64_t seed = 1;
  std::size_t top = 10;
  bool json = false;
};

constexpr std::string_view kJsonHelp =
    R"(Where a throw is due, the agent is asked after each throw that lets the side move.

JSON:
  position, to_move, agent   what was asked, and who
  best                       the move that the agent would play
  value                      expected score of the first side, from 0 to 1: the mean of mcts, the
                             evaluation at the end of alphabeta's line, 0 or 1 where a win is proven
  wdl                        mcts only: chances that the first side wins, draws, loses
  proven                     the result with best play, where it is proven
  net_value                  with a net: its expected score of the first side, before any search
  moves                      the best --top: move, visits (alphabeta: nodes spent on it), value, proven,
                             policy (with a net: its probability that the move is best, before any search)
  principal_variation        the moves expected, up to the first throw
  simulations, nodes, depth, seconds   what it took; 0 where the agent has no such thing
  throws                     where a throw is due, instead of the above from best on: throw, probability,
                             position, to_move and, if that side may move now, what stands above; result
                             and reason if the throw ends the game. value is then the mean over the throws
What is not known is left out: random has no value, nor has a search cut off before it looked at every
move, nor a throw after which the turn passes.)";

/// A decision and what the agent made of it.
template <FamilyGame G>
struct Judgement {
  Analysis<G> analysis;
  std::string best;
  std::vector<std::string> line;  ///< as far as it needs no throw
};

template <FamilyGame G>
Judgement<G> judge(Agent<G>& agent, GameState<G> state, std::uint64_t seed) {
  Judgement<G> judgement;
  // Each position as if it were the only one asked about.
  agent.start_game();
  Random random(seed);
  const auto best = agent.choose(state, random, &judgement.analysis);
  judgement.best = G::move_text(state.rules(), state.position(), best);
  for (const auto move : judgement.analysis.principal_variation) {
    if (state.node_kind() != NodeKind::decision) break;
    judgement.line.push_back(G::move_text(state.rules(), state.position(), move));
    state.play(move);
  }
  return judgement;
}

template <FamilyGame G>
Json judgement_json(const GameState<G>& state, const Judgement<G>& judgement, std::size_t top) {
  const Analysis<G>& analysis = judgement.analysis;
  Json candidates = Json::array();
  for (std::size_t i = 0; i < std::min(top, analysis.candidates.size()); ++i) {
    const auto& c = analysis.candidates[i];
    Json candidate = {{"move", G::move_text(state.rules(), state.position(), c.move)},
                      {"visits", c.visits}};
    if (has_opinion(analysis, c)) {
      candidate["value"] = c.value;
      if (c.proven != Result::unfinished) candidate["proven"] = result_text<G>(c.proven);
    }
    if (c.policy) candidate["policy"] = *c.policy;
    candidates.push_back(candidate);
  }
  Json json = {{"best", judgement.best}};
  if (has_opinion(analysis)) {
    json["value"] = analysis.value;
    if (analysis.probabilities) {
      json["wdl"] = {analysis.probabilities->win, analysis.probabilities->draw,
                     analysis.probabilities->loss};
    }
    if (analysis.proven != Result::unfinished) json["proven"] = result_text<G>(analysis.proven);
  }
  if (analysis.net_value) json["net_value"] = *analysis.net_value;
  json.update({{"moves", candidates},
               {"principal_variation", judgement.line},
               {"simulations", analysis.simulations},
               {"nodes", analysis.nodes},
               {"depth", analysis.depth},
               {"seconds", analysis.seconds}});
  return json;
}

template <FamilyGame G>
Json asked_json(const GameState<G>& state, const Options& options) {
  return {{"position", G::position_text(state.rules(), state.position())},
          {"to_move", player_name<G>(state.to_move())},
          {"agent", options.agent}};
}

template <FamilyGame G>
void print_judgement(const GameState<G>& state, const Judgement<G>& judgement, std::size_t top) {
  const Analysis<G>& analysis = judgement.analysis;
  fmt::print("value for {}: {}", G::first_player_name, value_text(analysis, 3));
  if (has_opinion(analysis)) {
    if (analysis.probabilities) {
      fmt::print("  (win {:.3f}, draw {:.3f}, loss {:.3f})", analysis.probabilities->win,
                 analysis.probabilities->draw, analysis.probabilities->loss);
    }
    if (analysis.proven != Result::unfinished) {
      fmt::print("  proven: {}", result_text<G>(analysis.proven));
    }
    if (analysis.net_value) fmt::print("  net alone: {:.3f}", *analysis.net_value);
  } else {
    fmt::print(", as {}", analysis.nodes > 0
                              ? "the search was cut off before it looked at every move"
                              : "this agent does not search");
  }
  fmt::print("\n");
  if (analysis.nodes > 0) {
    if (analysis.simulations > 0) fmt::print("{} simulations, ", analysis.simulations);
    fmt::print("{} nodes, ", analysis.nodes);
    if (analysis.depth > 0) fmt::print("depth {}, ", analysis.depth);
    fmt::print("{:.2f} s\n", analysis.seconds);
    for (std::size_t i = 0; i < std::min(top, analysis.candidates.size()); ++i) {
      const auto& c = analysis.candidates[i];
      fmt::print("  {:<14} visits {:>9}", G::move_text(state.rules(), state.position(), c.move),
                 c.visits);
      if (c.policy) fmt::print("  policy {:.3f}", *c.policy);
      if (has_opinion(analysis, c)) {
        fmt::print("  value {:.3f}", c.value);
        if (c.proven != Result::unfinished) fmt::print("  proven {}", result_text<G>(c.proven));
      }
      fmt::print("\n");
    }
  }
  fmt::print("best {}", judgement.best);
  if (!judgement.line.empty()) fmt::print(", line:");
  for (const std::string& move : judgement.line) fmt::print(" {}", move);
  fmt::print("\n");
}

template <FamilyGame G>
void analyze_decision(Agent<G>& agent, const GameState<G>& state, std::uint64_t seed,
                      const Options& options) {
  const Judgement<G> judgement = judge(agent, state, seed);
  if (options.json) {
    Json json = asked_json(state, options);
    json.update(judgement_json(state, judgement, options.top));
    print_json(json);
    return;
  }
  fmt::print("{}{} to move\n", picture_text(G::picture(state.rules(), state.position())),
             player_name<G>(state.to_move()));
  print_judgement(state, judgement, options.top);
}

/// Agents choose moves, so that a position where a throw is due is analysed throw by throw. Its
/// value is the mean over the throws, unless one of them passes the turn: nobody is asked then.
template <FamilyGame G>
void analyze_throws(Agent<G>& agent, const GameState<G>& state, std::uint64_t seed,
                    const Options& options) {
  const auto& rules = state.rules();
  ChanceList<G> outcomes;
  G::chance_outcomes(rules, state.position(), outcomes);
  std::optional<double> mean = 0.0;
  Json throws = Json::array();
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
      const Judgement<G> judgement = judge(agent, after, seed);
      if (has_opinion(judgement.analysis)) value = judgement.analysis.value;
      json.update(judgement_json(after, judgement, options.top));
      says = "best " + judgement.best;
      if (example.empty()) example = G::position_text(rules, after.position());
    }
    lines += fmt::format("  {:<6}  probability {:.3f}  value {:<5}  {}\n", name,
                         outcome.probability, value ? fmt::format("{:.3f}", *value) : "none", says);
    throws.push_back(json);
    mean = mean && value ? std::optional(*mean + outcome.probability * *value) : std::nullopt;
  }
  if (options.json) {
    Json json = asked_json(state, options);
    if (mean) json["value"] = *mean;
    json["throws"] = throws;
    print_json(json);
    return;
  }
  fmt::print("{}{} to roll\n", picture_text(G::picture(rules, state.position())),
             player_name<G>(state.to_move()));
  if (mean)
    fmt::print("value for {}: {:.3f}, the mean over the throws\n", G::first_player_name, *mean);
  fmt::print("{}", lines);
  if (!example.empty()) fmt::print("more on one throw: --position '{}'\n", example);
}

void run(const Options& options) {
  const RuleSet rule_set = options.rules.load();
  const AgentSpec spec = AgentSpec::parse(options.agent);
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const GameState<G> state(*rules, options.position.empty()
                                         ? G::start(*rules)
                                         : G::parse_position(*rules, options.position));
    if (state.over()) {
      throw UserError(fmt::format("the game is over in this position: {}, {}",
                                  result_text<G>(state.result()), state.reason()));
    }
    const auto agent = make_agent<G>(spec, *rules);
    const std::uint64_t seed =
        derive_seed({options.seed, rule_set.content_hash(), hash_text("analyze")});
    if (state.node_kind() == NodeKind::chance) {
      analyze_throws(*agent, state, seed, options);
    } else {
      analyze_decision(*agent, state, seed, options);
    }
  });
}

}  // namespace

void add_analyze_command(App& app) {
  const auto options = std::make_shared<Options>();
  App* command = app.add_subcommand("analyze", "What an agent thinks of a position");
  options->rules.add_to(*command);
  add_position_option(*command, options->position);
  command->add_option("--agent", options->agent, "Who is asked (see `tavlab help agents`)")
      ->capture_default_str();
  add_seed_option(*command, options->seed, "Seed of the search");
  command->add_option("--top", options->top, "How many moves to print")->capture_default_str();
  add_json_flag(*command, options->json);
  command->footer(std::string(kJsonHelp));
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
