// tavlab trace RULES --moves MOVES|FILE | --game FILE
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
#include "core/game_text.h"
#include "core/io/files.h"
#include "core/io/lines.h"
#include "selfplay/record/game_file.h"
#include "tools/cli.h"
#include "tools/trace_game.h"

namespace tavlab::cli {
namespace {

/// The maximum size of an input with games.
constexpr std::size_t kMaxGamesBytes = std::size_t{1} << 26;

struct TraceArguments {
  RulesArguments rules;
  std::string position;
  std::string moves;
  std::string game;
  bool json = true;  ///< accepted for consistency; the output is always JSON lines
};

using Tokens = std::vector<Token>;

/// Replays the games that `next` returns one by one. Returns whether all moves were legal.
bool run(const TraceArguments& options, const std::function<std::optional<Tokens>()>& next) {
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
      flush_stdout();  // a program at the other end of a pipe may be waiting for the answer
    }
  });
}

/// The moves and rolls of a line.
Tokens words_of(const std::string& line, const std::string& where = {}) {
  Tokens game;
  for (const std::string_view word : words_in(line)) {
    if (!is_move_number(word)) game.push_back({std::string(word), where, !where.empty()});
  }
  return game;
}

/// One game in a published notation. The start position of the file is used unless the command line
/// gives one.
Tokens read_game(const std::string& text, const std::string& name, std::string& position) {
  Tokens game;
  const GameFile file = parse_game_file(text, name);
  for (const char* header : {"Position", "FEN"}) {
    if (position.empty()) position = file.header(header);
  }
  for (const GameFile::Word& word : file.moves) {
    game.push_back({word.text, fmt::format("game file '{}', line {}: ", name, word.line)});
  }
  return game;
}

/// Whether --moves gives the moves themselves: neither a dash, nor an existing file, nor anything
/// that looks like a path.
bool are_moves(const std::string& text) {
  std::error_code error;
  if (text == "-" || std::filesystem::exists(text, error)) return false;
  if (words_in(text).size() > 1) return true;
  return text.find_first_of("/.") == std::string::npos;
}

/// Throws UserError if reading stdin failed.
void check_stdin() {
  if (std::ferror(stdin) != 0) throw UserError("standard input cannot be read");
}

}  // namespace

void add_trace_command(App& app, Context& context) {
  const auto options = std::make_shared<TraceArguments>();
  App* command = app.add_subcommand("trace", "Replay games and print each ply as a line of JSON");
  options->rules.add_to(*command);
  add_position_option(*command, options->position);
  command->add_option(
      "--moves", options->moves,
      "Moves and rolls separated by spaces, or a file with one such game per line; - "
      "for stdin, where each line is answered at once");
  command->add_option(
      "--game", options->game,
      "A file with one published game: headers, numbered moves, comments; - for stdin");
  command->add_flag("--json", options->json, "Has no effect: the output is always JSON lines");
  command->callback([options, command, &context] {
    const bool one = command->count("--game") > 0;
    if (one == (command->count("--moves") > 0)) {
      throw UserError("trace: give the games with either --moves or --game FILE");
    }
    const std::string& name = one ? options->game : options->moves;
    if (!one && are_moves(name)) {
      std::optional<Tokens> game = words_of(name, "--moves: ");
      const auto next = [&game] { return std::exchange(game, std::nullopt); };
      if (!run(*options, next)) context.exit_code = kUserError;
      return;
    }
    const bool from_stdin = name == "-";
    std::istringstream file;
    if (!from_stdin) file.str(read_file(name, kMaxGamesBytes));
    std::istream& input = from_stdin ? std::cin : file;
    std::function<std::optional<Tokens>()> next;
    if (one) {
      Tokens game = read_game(read_stream(input, name, kMaxGamesBytes), name, options->position);
      next = [game = std::optional(std::move(game))]() mutable {
        return std::exchange(game, std::nullopt);
      };
    } else {
      // Line by line, so that a program can query one game after the other.
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
