// tavlab perft RULES --depth N
#include "core/error.h"
#include "core/perft.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/families.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct PerftArguments {
  RulesArguments rules;
  PositionArguments start;
  int depth = 1;
  bool divide = false;
  bool bulk = false;
  bool json = false;
};

/// Perft below each move of the position, sorted by the move's text.
template <Game G>
std::vector<std::pair<std::string, PerftCounts>> divide(GameState<G>& state, int depth) {
  std::vector<std::pair<std::string, PerftCounts>> parts;
  const auto& rules = state.rules();
  const auto position = state.position();
  if (depth <= 0 || state.node_kind() != NodeKind::decision) return parts;
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    const auto mark = state.mark();
    PerftCounts counts;
    if (depth == 1) {
      counts = {1, G::is_capture(rules, position, move), 0};
    }
    state.play(move);
    if (depth == 1) {
      counts.ends = state.over();
    } else {
      counts = perft(state, depth - 1);
    }
    state.rewind(mark);
    parts.emplace_back(G::move_text(rules, position, move), counts);
  }
  std::ranges::sort(parts, {}, [](const auto& part) { return part.first; });
  return parts;
}

void run(const PerftArguments& options) {
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state = options.start.state<G>(*rules);
    if (options.divide && state.node_kind() == NodeKind::chance) {
      throw UserError(
          "--divide counts below each move, but a roll is due; add one to --moves, or omit "
          "--divide");
    }
    const auto position = state.position();
    const bool history = !options.start.moves.empty();
    const double begin = now_seconds();
    std::vector<std::pair<std::string, PerftCounts>> parts;
    PerftCounts counts;
    if (options.divide) {
      parts = divide<G>(state, options.depth);
      for (const auto& [move, part] : parts) counts += part;
    } else if (history) {
      counts = perft(state, options.depth);
    } else if (options.bulk) {
      counts.nodes = perft_bulk<G>(*rules, position, options.depth);
    } else {
      counts = perft<G>(*rules, position, options.depth);
    }
    const double seconds = now_seconds() - begin;

    if (!options.json) {
      for (const auto& [move, part] : parts) fmt::print("{:<12} {}\n", move, part.nodes);
      fmt::print("{} nodes", counts.nodes);
      if (!options.bulk) fmt::print(", {} captures, {} ends", counts.captures, counts.ends);
      fmt::print(" in {:.3f} s ({:.1f} M nodes/s)\n", seconds,
                 static_cast<double>(counts.nodes) / std::max(seconds, 1e-9) / 1e6);
      return;
    }
    Json json = {{"nodes", counts.nodes}};
    json["captures"] = options.bulk ? Json() : Json(counts.captures);  // not counted in bulk
    json["ends"] = options.bulk ? Json() : Json(counts.ends);
    json["seconds"] = seconds;
    if (options.divide) {
      json["divide"] = Json::object();
      for (const auto& [move, part] : parts) json["divide"][move] = part.nodes;
    }
    print_json(json);
  });
}

}  // namespace

void add_perft_command(App& app) {
  const auto options = std::make_shared<PerftArguments>();
  App* command = app.add_subcommand("perft", "Count the move sequences of a given length");
  options->rules.add_to(*command);
  command->add_option("--depth", options->depth, "Plies")->required()->check(in_range(1, 30));
  options->start.add_to(*command);
  Option* divide =
      command->add_flag("--divide", options->divide, "Also print the count below each move");
  command->add_flag("--bulk", options->bulk, "Count the last ply without playing it: nodes only")
      ->excludes(divide);
  add_json_flag(*command, options->json);
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
