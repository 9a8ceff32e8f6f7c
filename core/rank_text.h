#pragma once

#include <string>

namespace tavlab {

/// A rank of a board as in FEN: what stands on its cells, with the number of empty cells in
/// between. `cell(file)` gives the text of a cell, for files from 0, and an empty text for an empty
/// cell.
template <typename Cell>
std::string rank_text(int files, const Cell& cell) {
  std::string text;
  int empty = 0;
  for (int file = 0; file < files; ++file) {
    const std::string piece = cell(file);
    if (piece.empty()) {
      ++empty;
      continue;
    }
    if (empty > 0) text += std::to_string(empty);
    empty = 0;
    text += piece;
  }
  if (empty > 0) text += std::to_string(empty);
  return text;
}

}  // namespace tavlab
