#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// A game in a PGN-like format, of any family: headers such as `[White "Ivanov"]`, numbered moves
/// in the family's notation with comments, and the result.
struct GameFile {
  struct Word {
    std::string text;          ///< a move or a roll
    int line = 0;              ///< line number, from 1
    std::string comment = {};  ///< after it
  };
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and values, in order
  std::string comment;                                       ///< before the first move
  std::vector<Word> moves;
  std::string result;  ///< "1-0", "0-1", "1/2-1/2", "*", or empty if missing

  /// A header's value, or empty.
  [[nodiscard]] std::string header(std::string_view name) const;
};

/// Whether a line is a header: unlike a roll ("[4]", "[even]") it has a name and a value.
bool is_header_line(std::string_view line);

/// Parses a game file. Skips move numbers, comments in braces or after a semicolon, and marks such
/// as `!?`; joins two squares separated by a space ("b1 e1") to a move. `name` stands for the file
/// in messages, which count lines from `first_line`. Throws UserError, naming the line, for an
/// invalid header or comment.
GameFile parse_game_file(std::string_view text, std::string_view name, int first_line = 1);

/// Writes a game file: headers, two moves per number, comments, the result; lines of at most 100
/// columns, longer words excepted.
std::string game_file_text(const GameFile& game);

}  // namespace tavlab
