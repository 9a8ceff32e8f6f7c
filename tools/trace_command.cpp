// tavlab trace RULES --moves FILE
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "core/game_state.h"
#include "core/registry.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct Options {
  RulesArguments rules;
  std::string position;
  std::string moves;
  bool json = true;  ///< accepted like everywhere; the output is JSON lines in any case
};

/// Replays one line of moves and throws. Returns false if one of them was illegal.
template <Game G>
bool trace_game(GameState<G>& state, std::uint64_t number, const std::string& line) {
  const auto& rules = state.rules();
  std::istringstream tokens(line);
  std::string token;
  try {
    while (tokens >> token) {
      // No move is that long, and no cut one is legal: it only makes the message readable.
      token = shortened(std::move(token));
      const auto& position = state.position();
      Json json = {{"game", number},
                   {"ply", state.plies()},
                   {"to_move", player_name<G>(state.to_move())},
                   {"position", G::position_text(rules, position)}};
      if (state.over()) throw UserError(fmt::format("move '{}': the game is over", token));
      if (state.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(rules, position, token);
        json["throw"] = token;
        state.play_chance(outcome);
        print_json(json);
        continue;
      }
      const auto move = G::parse_move(rules, position, token);
      if (!state.allowed(move)) {
        throw UserError(
            fmt::format("move '{}': it would repeat a position, which is forbidden", token));
      }
      std::vector<std::string> legal;
      MoveList<G> moves;
      state.legal_moves(moves);
      for (const auto legal_move : moves)
        legal.push_back(G::move_text(rules, position, legal_move));
      std::ranges::sort(legal);
      json["legal"] = legal;
      json["move"] = G::move_text(rules, position, move);
      json["captured"] = G::captured_squares(rules, position, move);
      state.play(move);
      print_json(json);
    }
  } catch (const UserError& error) {
    print_json({{"game", number}, {"error", error.what()}});
    return false;
  }
  print_json({{"game", number},
              {"result", result_text<G>(state.result())},
              {"reason", state.reason()},
              {"plies", state.plies()},
              {"position", G::position_text(rules, state.position())}});
  return true;
}

/// Replays every line; returns whether all were legal.
bool run(const Options& options, std::istream& input) {
  const RuleSet rule_set = options.rules.load();
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = position_or_start<G>(*rules, options.position);
    bool all_legal = true;
    std::uint64_t number = 0;
    for (std::string line; std::getline(input, line); ++number) {
      GameState<G> state(*rules, start);
      all_legal &= trace_game(state, number, line);
    }
    return all_legal;
  });
}

}  // namespace

void add_trace_command(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("trace", "Replay games and print each ply as a line of JSON");
  options->rules.add_to(*command);
  add_position_option(*command, options->position);
  command
      ->add_option("--moves", options->moves,
                   "One game a line, moves separated by spaces; - for stdin")
      ->required();
  command->add_flag("--json", options->json, "The output is JSON lines in any case");
  command->callback([options, &context] {
    bool all_legal = true;
    if (options->moves == "-") {
      all_legal = run(*options, std::cin);
    } else {
      std::ifstream file(options->moves);
      if (!file) throw UserError(fmt::format("cannot read the moves file '{}'", options->moves));
      all_legal = run(*options, file);
      if (file.bad()) throw UserError(fmt::format("reading '{}' failed", options->moves));
    }
    if (!all_legal) context.exit_code = kUserError;
  });
}

}  // namespace tavlab::cli
