#include "selfplay/record/games_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"
#include "core/game_text.h"
#include "core/text.h"

namespace tavlab {

GamesFormat parse_games_format(std::string_view name) {
  const auto found = std::ranges::find(kGamesFormatNames, name);
  if (found == kGamesFormatNames.end()) {
    throw UserError(fmt::format("unknown format '{}'; formats: {}", quotable(name),
                                fmt::join(kGamesFormatNames, ", ")));
  }
  return static_cast<GamesFormat>(found - kGamesFormatNames.begin());
}

GamesFormat detect_format(std::string_view name, std::string_view text) {
  if (name.ends_with(".csv")) return GamesFormat::csv;
  if (name.ends_with(".otg")) return GamesFormat::otg;
  if (name.ends_with(".pgn") || name.ends_with(".game")) return GamesFormat::text;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t letter = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", 1);
  if (line.starts_with('[') && letter != std::string_view::npos && line[letter] == ':') {
    return GamesFormat::otg;
  }
  if (line.starts_with('[') && line.find('"') != std::string_view::npos) return GamesFormat::text;
  if (split(line, ',').size() == 4) return GamesFormat::csv;
  for (const std::string_view word : words_in(line)) {
    if (is_move_number(word) || word.starts_with('{')) return GamesFormat::text;
  }
  return GamesFormat::lines;
}

std::vector<RecordedGame> read_games(std::string_view text, std::string_view name,
                                     GamesFormat format) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  std::vector<RecordedGame> games = format == GamesFormat::text    ? read_text_games(text, name)
                                    : format == GamesFormat::lines ? read_line_games(text)
                                    : format == GamesFormat::csv   ? read_csv_games(text, name)
                                                                   : read_otg_games(text);
  for (RecordedGame& game : games) {
    if (game.moves.empty() || !is_termination(game.moves.back().text)) continue;
    game.termination = game.moves.back().text;
    game.moves.pop_back();
  }
  return games;
}

std::string games_text(std::span<const WrittenGame> games, GamesFormat format) {
  if (format == GamesFormat::csv) return csv_of_games(games);
  std::string all;
  for (const WrittenGame& game : games) {
    if (format == GamesFormat::lines) {
      all += line_of_game(game);
      continue;
    }
    if (!all.empty()) all += '\n';
    all += format == GamesFormat::text ? text_of_game(game) : otg_of_game(game);
  }
  return all;
}

bool is_termination(std::string_view word) {
  return word == "timeout" || word == "resigns" || word == "resign" || word == "---";
}

std::string with_captures(const WrittenGame::Move& move, std::string_view between) {
  std::string text = move.text;
  for (std::size_t i = 0; i < move.captured.size(); ++i) {
    text += i == 0 ? std::string_view("x") : between;
    text += move.captured[i];
  }
  return text;
}

}  // namespace tavlab
