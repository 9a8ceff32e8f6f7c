// Collections as comma-separated values: "moves,attackers captured,defenders captured,result", with
// or without that header line.
#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/game_text.h"
#include "core/text.h"
#include "selfplay/record/games_file.h"

namespace tavlab {
namespace {

constexpr std::size_t kColumns = 4;

/// The fields of a line; a field in quotes may contain commas, and doubled quotes.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const bool pair = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (pair) {
        fields.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

RecordedGame read_line(std::string_view line, int number) {
  RecordedGame game;
  game.line = number;
  const std::vector<std::string> fields = fields_of(line);
  if (fields.size() != kColumns) {
    game.error = fmt::format("{} fields, not 4: moves, two numbers of captured pieces, the result",
                             fields.size());
    return game;
  }
  for (const std::string_view word : words_in(fields[0])) {
    if (!is_move_number(word)) game.moves.push_back({std::string(word), number});
  }
  std::array<int, 2> captured{};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::vector<std::string_view> words = words_in(fields[1 + side]);
    const auto count = words.size() == 1 ? parse_number(words[0]) : std::nullopt;
    if (!count) {
      game.error =
          fmt::format("'{}' is not a number of captured pieces", quotable(fields[1 + side]));
      return game;
    }
    captured[side] = *count;
  }
  game.captured = captured;
  const std::vector<std::string_view> words = words_in(fields[3]);
  if (words.size() == 1) game.result = words[0];
  if (words.size() > 1) game.error = fmt::format("'{}' is not a result", quotable(fields[3]));
  return game;
}

}  // namespace

std::vector<RecordedGame> read_csv_games(std::string_view text, std::string_view name) {
  std::vector<RecordedGame> games;
  int number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (words_in(line).empty()) continue;
    if (games.empty() && line.starts_with("moves")) continue;
    games.push_back(read_line(line, number));
  }
  if (!games.empty() &&
      std::ranges::all_of(games, [](const RecordedGame& game) { return !game.error.empty(); })) {
    throw UserError(
        fmt::format("games '{}': not a collection of comma-separated values; line {}: {}", name,
                    games.front().line, games.front().error));
  }
  return games;
}

std::string csv_of_games(std::span<const WrittenGame> games) {
  std::string all;
  for (const WrittenGame& game : games) {
    if (all.empty()) {
      all = fmt::format("moves,{} captured,{} captured,result\n", game.sides[0], game.sides[1]);
    }
    std::string line;
    for (const WrittenGame::Move& move : game.moves) {
      if (move.roll) throw UserError("format csv: it cannot hold dice rolls; formats: text, lines");
      if (!line.empty()) line += ' ';
      line += with_captures(move, "x");
    }
    if (!game.position.empty()) {
      throw UserError("format csv: games begin at the start position; formats: text, otg");
    }
    const std::string_view result = game.result == "1-0"       ? std::string_view(game.colours[0])
                                    : game.result == "0-1"     ? std::string_view(game.colours[1])
                                    : game.result == "1/2-1/2" ? "Draw"
                                                               : "Ongoing";
    all += fmt::format("{},{},{},{}\n", line, game.captured[0], game.captured[1], result);
  }
  return all;
}

}  // namespace tavlab
