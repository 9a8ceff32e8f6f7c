// tavlab trace RULES --moves FILE | --game FILE
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/io/lines.h"
#include "selfplay/record/game_file.h"
#include "tools/cli.h"
#include "tools/trace_game.h"

namespace tavlab::cli {
namespace {

/// The most bytes of a file or of stdin with games.
constexpr std::size_t kMostGamesBytes = std::size_t{1} << 26;

struct Options {
  RulesArguments rules;
  std::string position;
  std::string moves;
  std::string game;
  bool json = true;  ///< accepted like everywhere; the output is JSON lines in any case
};

using Tokens = std::vector<Token>;

/// Replays games, which `next` hands out one by one; returns whether all moves were legal.
bool run(const Options& options, const std::function<std::optional<Tokens>()>& next) {
  const RuleSet rule_set = options.rules.load();
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = position_or_start<G>(*rules, options.position);
    bool all_legal = true;
    for (std::uint64_t number = 0;; ++number) {
      const std::optional<Tokens> tokens = next();
      if (!tokens) return all_legal;
      GameState<G> state(*rules, start);
      all_legal &= trace_game(state, number, *tokens, [](const Json& json) { print_json(json); });
    }
  });
}

/// The words of a line. No move is longer than a message shows of one, and no cut one is legal.
Tokens words_of(const std::string& line) {
  std::istringstream words(line);
  Tokens game;
  for (std::string word; words >> word;) game.push_back({shortened(word), {}});
  return game;
}

/// One game as people write it down.
/// Where the file says from which position the game begins, and nobody else did, that is taken.
Tokens read_game(const std::string& text, const std::string& name, std::string& position) {
  Tokens game;
  const GameFile file = parse_game_file(text, name);
  for (const char* header : {"Position", "FEN"}) {
    if (position.empty()) position = file.header(header);
  }
  for (const GameFile::Word& word : file.moves) {
    game.push_back(
        {shortened(word.text), fmt::format("game file '{}', line {}: ", name, word.line)});
  }
  return game;
}

/// Throws UserError where stdin broke off for another reason than its end.
void check_stdin() {
  if (std::ferror(stdin) != 0) throw UserError("standard input cannot be read");
}

}  // namespace

void add_trace_command(App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  App* command = app.add_subcommand("trace", "Replay games and print each ply as a line of JSON");
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
    const bool one = options->moves.empty();
    const std::string& name = one ? options->game : options->moves;
    const bool from_stdin = name == "-";
    std::istringstream file;
    if (!from_stdin) file.str(read_file(name, kMostGamesBytes));
    std::istream& input = from_stdin ? std::cin : file;
    std::function<std::optional<Tokens>()> next;
    if (one) {
      Tokens game = read_game(read_stream(input, name, kMostGamesBytes), name, options->position);
      next = [game = std::optional(std::move(game))]() mutable {
        return std::exchange(game, std::nullopt);
      };
    } else {
      // Line by line, so that a program may ask about one game after the other.
      next = [lines = LineReader(input, from_stdin ? "standard input" : name),
              from_stdin]() mutable -> std::optional<Tokens> {
        const std::optional<std::string> line = lines.next();
        if (!line && from_stdin) check_stdin();
        if (!line) return std::nullopt;
        return words_of(*line);
      };
    }
    if (!run(*options, next)) context.exit_code = kUserError;
  });
}

}  // namespace tavlab::cli
