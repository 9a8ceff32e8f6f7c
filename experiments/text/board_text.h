#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The content of each square, read from a position text alone: all families write boards alike, as
/// rows from the top rank down separated by '/', numbers for runs of empty squares, `_` where the
/// board has no square; a row may end early. Lets reports draw boards without the rules.
struct BoardText {
  std::size_t files = 0;
  std::size_t ranks = 0;
  /// By rows from the top, each from the left: the text of a square ("a", "(wb)", "+R"), empty for
  /// an empty square, "_" for none.
  std::vector<std::string> squares;

  /// Index of a square by its name ("c11"); nothing if the board does not have it.
  [[nodiscard]] std::optional<std::size_t> index(std::string_view name) const;
  /// The name of a square by its index.
  [[nodiscard]] std::string name(std::size_t index) const;
  /// Its position on the board, from the left and from the top.
  [[nodiscard]] std::size_t column(std::size_t index) const { return index % files; }
  [[nodiscard]] std::size_t row(std::size_t index) const { return index / files; }
};

/// Nothing unless the text has at least two rows, the longest of 2 to 26 squares. In tavreli a
/// ratnik is written with the letter of its destiny, two letters for one piece; such texts have one
/// field more than FEN.
std::optional<BoardText> read_board(std::string_view position);

}  // namespace tavlab
