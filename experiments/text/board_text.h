#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// What stands on each square, read from a position text alone: the families write boards alike,
/// rows from the top rank down between '/', numbers for runs of empty squares, `_` where the board
/// has no square; a row may end where its squares end. Reports draw by it without the rules.
struct BoardText {
  std::size_t files = 0;
  std::size_t ranks = 0;
  /// By rows from the top, each from the left: what the text says of a square ("a", "(wb)", "+R"),
  /// empty for an empty one, "_" for none.
  std::vector<std::string> squares;

  /// Index of a square by its name ("c11"); nothing where the board has none.
  [[nodiscard]] std::optional<std::size_t> index(std::string_view name) const;
  /// The name of a square by its index.
  [[nodiscard]] std::string name(std::size_t index) const;
  /// Its place on the board, from the left and from the top.
  [[nodiscard]] std::size_t column(std::size_t index) const { return index % files; }
  [[nodiscard]] std::size_t row(std::size_t index) const { return index / files; }
};

/// Nothing where the text has not at least two rows, of 2 to 26 squares the longest. In tavreli a
/// ratnik is written with the letter of its destiny, two letters for one figure; such texts have a
/// field more than chess's.
std::optional<BoardText> read_board(std::string_view position);

}  // namespace tavlab
