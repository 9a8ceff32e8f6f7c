#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/side.h"

namespace tavlab {

/// What a square means, whatever stands on it: how it is drawn, and the word for it.
struct SquareMark {
  enum class Shape : std::uint8_t { shade, diamond, cross, star, dot, ring, bars };

  std::string meaning;  ///< "throne", "camp", "rosette", for a legend
  char sign = '.';      ///< of an empty such square on a terminal
  Shape shape = Shape::shade;

  bool operator==(const SquareMark&) const = default;
};

/// A piece as a family names and draws it.
struct PieceLook {
  /// What is drawn on the piece's disc, besides `letters`.
  enum class Emblem : std::uint8_t { none, cross, diamond, ring, crown };

  Side owner = Side::first;
  std::string name;     ///< "king", "ratoborets"
  std::string sign;     ///< on a terminal and in position texts, one or two characters
  std::string letters;  ///< on the disc; empty where pieces are told apart by their emblem
  Emblem emblem = Emblem::none;

  bool operator==(const PieceLook&) const = default;
};

/// A position as an abstract board, from which everything that people look at is drawn: by the
/// terminal (core/picture_text.h), as SVG (experiments/report/board_svg.h), in the browser. It
/// knows no rules; whoever draws it knows no family.
struct Picture {
  struct Square {
    bool exists = true;
    bool dark = false;                 ///< of a chequered board
    std::vector<std::uint8_t> marks;   ///< indices into Picture::marks
    std::vector<std::uint8_t> pieces;  ///< indices into Picture::looks, from the bottom up
    bool operator==(const Square&) const = default;
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Square> squares;             ///< rows from the top, each from the left
  std::vector<std::string> column_labels;  ///< "a" ..., from the left
  std::vector<std::string> row_labels;     ///< from the top: "11" ... "1"
  std::vector<SquareMark> marks;           ///< each kind once
  std::vector<PieceLook> looks;            ///< each kind once
  std::vector<std::string> beside;         ///< lines beside the board: hands, towers, the roll
  std::vector<std::size_t> last_move;      ///< squares by index, as `mark_move` puts them
  std::vector<std::size_t> highlights;

  bool operator==(const Picture&) const = default;

  [[nodiscard]] const Square& at(std::size_t row, std::size_t column) const {
    return squares[row * columns + column];
  }
  /// The name of a square: its column's label and its row's, "a1".
  [[nodiscard]] std::string name(std::size_t square) const {
    return column_labels[square % columns] + row_labels[square / columns];
  }
  /// The square of that name, or `squares.size()`.
  [[nodiscard]] std::size_t find(std::string_view name) const {
    std::size_t i = 0;
    while (i < squares.size() && !(squares[i].exists && this->name(i) == name)) ++i;
    return i;
  }
  /// The place of a mark or a look in its list, added where it is new.
  std::uint8_t index_of(const SquareMark& mark) { return index_in(marks, mark); }
  std::uint8_t index_of(const PieceLook& look) { return index_in(looks, look); }

 private:
  template <typename T>
  static std::uint8_t index_in(std::vector<T>& list, const T& item) {
    std::size_t i = 0;
    while (i < list.size() && !(list[i] == item)) ++i;
    if (i == list.size()) list.push_back(item);
    return static_cast<std::uint8_t>(i);
  }
};

/// An empty board of that size, labelled from a1 at the bottom left.
Picture empty_board(std::size_t columns, std::size_t rows);

}  // namespace tavlab
