#include "core/picture.h"

namespace tavlab {

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

}  // namespace tavlab
