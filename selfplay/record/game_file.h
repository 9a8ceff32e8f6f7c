#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// A game as people write it down: headers such as `[White "Ivanov"]`, then numbered moves with
/// comments, and the result. Any family; the moves are the family's text.
struct GameFile {
  struct Word {
    std::string text;  ///< a move or a roll
    int line = 0;      ///< where it stands, from 1
  };
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and values, in order
  std::vector<Word> moves;
  std::string result;  ///< "1-0", "0-1", "1/2-1/2", "*", or empty where none is written

  /// A header's value, or empty.
  [[nodiscard]] std::string header(std::string_view name) const;
};

/// Reads one. Move numbers, comments in braces or behind a semicolon, and marks such as `!?` alone
/// are passed over; a square alone is put together with the next one ("b1 e1"). `name` is what
/// messages call the file. Throws UserError naming the line where a header or a comment is broken.
GameFile parse_game_file(std::string_view text, std::string_view name);

/// Writes one: headers, moves two a number, the result; lines of 100 columns at most.
std::string game_file_text(const GameFile& game);

}  // namespace tavlab
