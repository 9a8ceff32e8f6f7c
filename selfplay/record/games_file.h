#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/record/recorded_game.h"

// Files with many games, in human-readable formats and in those of other programs.
namespace tavlab {

enum class GamesFormat : std::uint8_t {
  text,   ///< like PGN: tags, numbered moves, comments in braces, the result
  lines,  ///< one game per line, moves and rolls only: `tavlab trace --moves`
  csv,    ///< "moves,attackers captured,defenders captured,result"
  otg     ///< tags [name:value], captures after moves, comments in brackets
};

/// Their names, in the same order.
inline constexpr std::array<std::string_view, 4> kGamesFormatNames = {"text", "lines", "csv",
                                                                      "otg"};

/// Throws UserError for an unknown name.
GamesFormat parse_games_format(std::string_view name);
/// The format of a file, by the end of its name or else by its content.
GamesFormat detect_format(std::string_view name, std::string_view text);

/// Reads all games. A game that cannot be read has `error`; the others are read. `name` stands for
/// the file in messages. Throws UserError if the file as a whole has another format.
std::vector<RecordedGame> read_games(std::string_view text, std::string_view name,
                                     GamesFormat format);

/// The games as a file. Throws UserError where a format cannot hold a game.
std::string games_text(std::span<const WrittenGame> games, GamesFormat format);

// One pair for each format.
std::vector<RecordedGame> read_text_games(std::string_view text, std::string_view name);
std::vector<RecordedGame> read_line_games(std::string_view text);
std::vector<RecordedGame> read_csv_games(std::string_view text, std::string_view name);
std::vector<RecordedGame> read_otg_games(std::string_view text);
std::string text_of_game(const WrittenGame& game);
std::string line_of_game(const WrittenGame& game);
std::string csv_of_games(std::span<const WrittenGame> games);
std::string otg_of_game(const WrittenGame& game);

/// "d3-d2xe2xf3": the move with the squares that it captures.
std::string with_captures(const WrittenGame::Move& move, std::string_view between);

}  // namespace tavlab
