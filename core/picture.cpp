#include "core/picture.h"

#include <algorithm>

namespace tavlab {

std::size_t Picture::find(std::string_view name) const {
  for (std::size_t column = 0; column < columns; ++column) {
    const std::string_view label = column_labels[column];
    if (!name.starts_with(label)) continue;
    const auto row = std::ranges::find(row_labels, name.substr(label.size()));
    if (row == row_labels.end()) continue;
    const std::size_t square =
        static_cast<std::size_t>(row - row_labels.begin()) * columns + column;
    if (squares[square].exists) return square;
  }
  return squares.size();
}

void Picture::mark(std::size_t square, const SquareMark& mark) {
  const auto found = std::ranges::find(marks, mark);
  squares[square].marks.push_back(static_cast<std::uint8_t>(found - marks.begin()));
  if (found == marks.end()) marks.push_back(mark);
}

void Picture::mark_move(std::span<const std::string> names) {
  last_move.clear();
  for (const std::string& name : names) {
    if (const std::size_t square = find(name); square < squares.size()) last_move.push_back(square);
  }
}

Picture empty_board(std::size_t columns, std::size_t rows) {
  Picture picture;
  picture.columns = columns;
  picture.rows = rows;
  picture.squares.resize(columns * rows);
  for (std::size_t i = 0; i < columns; ++i) {
    picture.column_labels.emplace_back(1, static_cast<char>('a' + i));
  }
  for (std::size_t i = rows; i > 0; --i) picture.row_labels.push_back(std::to_string(i));
  return picture;
}

void chequer(Picture& picture) {
  for (std::size_t row = 0; row < picture.rows; ++row) {
    for (std::size_t column = 0; column < picture.columns; ++column) {
      picture.at(row, column).dark = (picture.rows - 1 - row + column) % 2 == 0;
    }
  }
}

}  // namespace tavlab
