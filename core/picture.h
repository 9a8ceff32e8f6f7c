#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/side.h"

namespace tavlab {

/// A kind of special square, independent of the pieces on it: its name and how it is drawn.
struct SquareMark {
  enum class Shape : std::uint8_t { shade, hatch, diamond, cross, star, dot, ring, bars };

  std::string meaning;  ///< "throne", "camp", "rosette", for a legend
  char sign = '.';      ///< for an empty square of this kind on a terminal
  Shape shape = Shape::shade;

  bool operator==(const SquareMark&) const = default;
};

/// A kind of piece: how it is named, written and drawn.
struct PieceLook {
  /// What is drawn on the piece's disc, besides `letters`.
  enum class Emblem : std::uint8_t { none, cross, diamond, ring, crown };

  Side owner = Side::first;
  std::string name;     ///< "king", "ratoborets"
  std::string text;     ///< as in position texts: "k", "+R"
  char sign = '?';      ///< on a terminal, different from the other player's
  std::string letters;  ///< on the disc; empty where the emblem is enough
  Emblem emblem = Emblem::none;

  bool operator==(const PieceLook&) const = default;
};

/// A position as an abstract board, the source of everything drawn for people: on the terminal
/// (core/picture_text.h), as SVG (experiments/report/board_svg.h), in the browser. It contains no
/// rules, and the code that draws it is independent of the family.
struct Picture {
  /// How a terminal draws squares with several pieces.
  enum class Stacks : std::uint8_t {
    none,  ///< these rules have no stacks
    low,   ///< all pieces on the square, from the bottom up
    high   ///< the top piece and the height; full stacks are listed beside the board
  };

  struct Square {
    bool exists = true;
    bool used = true;                  ///< false: drawn, but never occupied
    bool dark = false;                 ///< dark square of a chequered board
    std::vector<std::uint8_t> marks;   ///< indices into Picture::marks
    std::vector<std::uint8_t> pieces;  ///< indices into Picture::looks, from the bottom up

    bool operator==(const Square&) const = default;
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Square> squares;             ///< rows from the top, each from the left
  std::vector<std::string> column_labels;  ///< "a" ..., from the left
  std::vector<std::string> row_labels;     ///< from the top: "11" ... "1"
  std::vector<SquareMark> marks;           ///< all kinds of marks on this board
  std::vector<PieceLook> looks;            ///< all kinds of pieces under these rules
  std::array<std::string, 2> players;      ///< "white", "black"
  Side light = Side::first;                ///< the player whose pieces are drawn light
  Stacks stacks = Stacks::none;
  /// Lines beside the board, from the top row down: hands, counters, the roll. May be empty.
  std::vector<std::string> beside;
  std::vector<std::size_t> last_move;  ///< squares, see `mark_move`

  bool operator==(const Picture&) const = default;

  [[nodiscard]] Square& at(std::size_t row, std::size_t column) {
    return squares[row * columns + column];
  }
  [[nodiscard]] const Square& at(std::size_t row, std::size_t column) const {
    return squares[row * columns + column];
  }
  /// The name of a square: its column's label and its row's, "a1".
  [[nodiscard]] std::string name(std::size_t square) const {
    return column_labels[square % columns] + row_labels[square / columns];
  }
  /// The square with that name, or `squares.size()`.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  [[nodiscard]] const std::string& player(Side side) const {
    return players[static_cast<std::size_t>(side)];
  }

  /// Puts a mark on a square; a new kind of mark is added to `marks`.
  void mark(std::size_t square, const SquareMark& mark);
  /// Highlights a move, given G::move_squares; names that are not squares are skipped.
  void mark_move(std::span<const std::string> names);
};

/// An empty board of this size, labelled from a1 at the bottom left.
Picture empty_board(std::size_t columns, std::size_t rows);

/// Makes the board chequered, with a1 dark.
void chequer(Picture& picture);

}  // namespace tavlab
