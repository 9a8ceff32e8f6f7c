#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// A game in a PGN-like format, of any family: headers such as `[White "Ivanov"]`, numbered moves
/// in the family's notation with comments and variations, and the result.
struct GameFile {
  struct Word {
    std::string text;              ///< a move or a roll
    int line = 0;                  ///< line number, from 1
    std::string comment = {};      ///< after it
    std::vector<int> glyphs = {};  ///< PGN's numeric annotation glyphs: 1 is "!", 2 is "?"
  };
  /// Moves in place of those of another line, from one of its moves on.
  struct Variation {
    std::size_t line = 0;  ///< 0: the game's moves; n: those of the n-th variation, an earlier one
    std::size_t at = 0;    ///< the move of that line that the first one replaces
    std::string comment;   ///< before the first move
    std::vector<Word> moves;  ///< at least one
  };
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and values, in order
  std::string comment;                                       ///< before the first move
  std::vector<Word> moves;
  std::vector<Variation> variations;  ///< in the order in which they begin
  std::string result;                 ///< "1-0", "0-1", "1/2-1/2", "*", or empty if missing

  /// A header's value, or empty.
  [[nodiscard]] std::string header(std::string_view name) const;
  /// The moves of a line, counted as in Variation::line.
  [[nodiscard]] const std::vector<Word>& moves_of(std::size_t of_line) const {
    return of_line == 0 ? moves : variations[of_line - 1].moves;
  }
};

/// Whether a line is a header: unlike a roll ("[4]", "[even]") it has a name and a value.
bool is_header_line(std::string_view line);

/// Parses a game file. Skips move numbers, comments after a semicolon, and marks such as `=`; joins
/// two squares separated by a space ("b1 e1") to a move. `name` stands for the file in messages,
/// which count lines from `first_line`. Throws UserError, naming the line, for an invalid header,
/// comment or variation.
GameFile parse_game_file(std::string_view text, std::string_view name, int first_line = 1);

/// The glyph of a mark, "!" to "?!"; 0 if it has none.
int glyph_of(std::string_view mark);

/// Writes a game file: headers, two moves per number, comments, variations, the result; lines of at
/// most 100 columns, longer words excepted.
std::string game_file_text(const GameFile& game);

}  // namespace tavlab
