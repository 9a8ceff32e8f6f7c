// tavlab trace RULES --moves FILE | --game FILE
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/game_state.h"
#include "core/registry.h"
#include "selfplay/game_file.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct Options {
  RulesArguments rules;
  std::string position;
  std::string moves;
  std::string game;
  bool json = true;  ///< accepted like everywhere; the output is JSON lines in any case
};

/// A move or throw, and where it stands, for messages; empty where that goes without saying.
struct Token {
  std::string text;
  std::string where;
};

/// Replays moves and throws. Returns false if one of them was illegal.
template <Game G>
bool trace_game(GameState<G>& state, std::uint64_t number, const std::vector<Token>& tokens) {
  const auto& rules = state.rules();
  std::string where;
  try {
    for (const Token& each : tokens) {
      where = each.where;
      std::string token = each.text;
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
    if (!where.empty()) throw UserError(where + error.what());  // one published game
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

/// Replays games; returns whether all moves were legal.
bool run(const Options& options, const std::vector<std::vector<Token>>& games) {
  const RuleSet rule_set = options.rules.load();
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = position_or_start<G>(*rules, options.position);
    bool all_legal = true;
    for (std::size_t number = 0; number < games.size(); ++number) {
      GameState<G> state(*rules, start);
      all_legal &= trace_game(state, number, games[number]);
    }
    return all_legal;
  });
}

/// A game a line.
std::vector<std::vector<Token>> read_lines(std::istream& input) {
  std::vector<std::vector<Token>> games;
  for (std::string line; std::getline(input, line);) {
    std::istringstream words(line);
    std::vector<Token>& game = games.emplace_back();
    for (std::string word; words >> word;) game.push_back({word, {}});
  }
  return games;
}

/// One game as people write it down.
/// Where the file says from which position the game begins, and nobody else did, that is taken.
std::vector<std::vector<Token>> read_game(std::istream& input, const std::string& name,
                                          std::string& position) {
  std::ostringstream text;
  text << input.rdbuf();
  std::vector<Token> game;
  const GameFile file = parse_game_file(text.str(), name);
  for (const char* header : {"Position", "FEN"}) {
    if (position.empty()) position = file.header(header);
  }
  for (const GameFile::Word& word : file.moves) {
    game.push_back({word.text, fmt::format("game file '{}', line {}: ", name, word.line)});
  }
  return {game};
}

}  // namespace

void add_trace_command(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("trace", "Replay games and print each ply as a line of JSON");
  options->rules.add_to(*command);
  add_position_option(*command, options->position);
  command->add_option("--moves", options->moves,
                      "One game a line, moves separated by spaces; - for stdin");
  command->add_option(
      "--game", options->game,
      "One game as it is published: headers, numbered moves, comments; - for stdin");
  command->add_flag("--json", options->json, "The output is JSON lines in any case");
  command->callback([options, &context] {
    if (options->moves.empty() == options->game.empty()) {
      throw UserError("trace: name the games by one of --moves FILE and --game FILE");
    }
    const std::string& name = options->moves.empty() ? options->game : options->moves;
    const auto read = [&](std::istream& input) {
      return options->game.empty() ? read_lines(input) : read_game(input, name, options->position);
    };
    std::vector<std::vector<Token>> games;
    if (name == "-") {
      games = read(std::cin);
    } else {
      std::ifstream file(name);
      std::error_code error;
      if (!file || std::filesystem::is_directory(name, error)) {
        throw UserError(fmt::format("cannot read the games file '{}'", name));
      }
      games = read(file);
      if (file.bad()) throw UserError(fmt::format("reading '{}' failed", name));
    }
    if (!run(*options, games)) context.exit_code = kUserError;
  });
}

}  // namespace tavlab::cli
