// tavlab analyze RULES --agent AGENT
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/registry.h"
#include "selfplay/make_agent.h"
#include "tools/cli.h"

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

/// The principal variation as texts, as far as it needs no throw.
template <Game G>
std::vector<std::string> variation(GameState<G> state, const Analysis<G>& analysis) {
  std::vector<std::string> moves;
  for (const auto move : analysis.principal_variation) {
    if (state.node_kind() != NodeKind::decision) break;
    moves.push_back(G::move_text(state.rules(), state.position(), move));
    state.play(move);
  }
  return moves;
}

template <Game G>
void print(const GameState<G>& state, const Analysis<G>& analysis, const std::string& best,
           const Options& options) {
  const auto& rules = state.rules();
  const bool proven = analysis.proven != Result::unfinished;
  const std::vector<std::string> line = variation(state, analysis);
  if (options.json) {
    Json candidates = Json::array();
    for (std::size_t i = 0; i < std::min(options.top, analysis.candidates.size()); ++i) {
      const auto& c = analysis.candidates[i];
      Json candidate = {{"move", G::move_text(rules, state.position(), c.move)},
                        {"visits", c.visits},
                        {"value", c.value}};
      if (c.proven != Result::unfinished) candidate["proven"] = result_text<G>(c.proven);
      candidates.push_back(candidate);
    }
    Json json = {{"position", G::position_text(rules, state.position())},
                 {"to_move", player_name<G>(state.to_move())},
                 {"agent", options.agent},
                 {"best", best},
                 {"value", analysis.value}};
    if (analysis.probabilities) {
      json["wdl"] = {analysis.probabilities->win, analysis.probabilities->draw,
                     analysis.probabilities->loss};
    }
    if (proven) json["proven"] = result_text<G>(analysis.proven);
    json.update({{"moves", candidates},
                 {"principal_variation", line},
                 {"simulations", analysis.simulations},
                 {"nodes", analysis.nodes},
                 {"depth", analysis.depth},
                 {"seconds", analysis.seconds}});
    print_json(json);
    return;
  }
  fmt::print("{}{} to move\n", G::draw(rules, state.position()), player_name<G>(state.to_move()));
  fmt::print("value for the {}: {:.3f}", G::first_player_name, analysis.value);
  if (analysis.probabilities) {
    fmt::print("  (win {:.3f}, draw {:.3f}, loss {:.3f})", analysis.probabilities->win,
               analysis.probabilities->draw, analysis.probabilities->loss);
  }
  if (proven) fmt::print("  proven: {}", result_text<G>(analysis.proven));
  fmt::print("\n{} simulations, {} nodes, ", analysis.simulations, analysis.nodes);
  if (analysis.depth > 0) fmt::print("depth {}, ", analysis.depth);
  fmt::print("{:.2f} s\n", analysis.seconds);
  for (std::size_t i = 0; i < std::min(options.top, analysis.candidates.size()); ++i) {
    const auto& c = analysis.candidates[i];
    fmt::print(
        "  {:<14} visits {:>9}  value {:.3f}{}\n", G::move_text(rules, state.position(), c.move),
        c.visits, c.value,
        c.proven == Result::unfinished ? "" : fmt::format("  proven {}", result_text<G>(c.proven)));
  }
  fmt::print("best {}, line:", best);
  for (const std::string& move : line) fmt::print(" {}", move);
  fmt::print("\n");
}

void run(const Options& options) {
  const RuleSet rule_set = options.rules.load();
  const AgentSpec spec = AgentSpec::parse(options.agent);
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state(*rules, options.position.empty()
                                   ? G::start(*rules)
                                   : G::parse_position(*rules, options.position));
    if (state.over()) {
      throw UserError(fmt::format("the game is over in this position: {}, {}",
                                  result_text<G>(state.result()), state.reason()));
    }
    if (state.node_kind() == NodeKind::chance) {
      throw UserError("a throw is due in this position; give it, as in --position '... throw=3'");
    }
    const auto agent = make_agent<G>(spec, *rules);
    agent->start_game();
    Random random(derive_seed({options.seed, rule_set.content_hash(), hash_text("analyze")}));
    Analysis<G> analysis;
    const auto best = agent->choose(state, random, &analysis);
    print(state, analysis, G::move_text(*rules, state.position(), best), options);
  });
}

}  // namespace

void add_analyze_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("analyze", "What an agent thinks of a position");
  options->rules.add_to(*command);
  add_position_option(*command, options->position);
  command->add_option("--agent", options->agent, "Who is asked (see `tavlab help agents`)")
      ->capture_default_str();
  add_seed_option(*command, options->seed, "Seed of the search");
  command->add_option("--top", options->top, "How many moves to print")->capture_default_str();
  add_json_flag(*command, options->json);
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
