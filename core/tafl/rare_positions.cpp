#include "core/tafl/rare_positions.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace tavlab::tafl {
namespace {

using Cells = std::initializer_list<std::pair<int, int>>;  ///< file and rank, from 0

/// An empty board on which pieces are put.
class Drawing {
 public:
  explicit Drawing(int size)
      : rows_(static_cast<std::size_t>(size), std::string(static_cast<std::size_t>(size), '.')) {}

  Drawing& put(char piece, const Cells& cells) {
    for (const auto& [file, rank] : cells) {
      rows_[rows_.size() - 1 - static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)] =
          piece;
    }
    return *this;
  }

  [[nodiscard]] std::string position_text(char side) const {
    std::string text;
    for (const std::string& row : rows_) {
      if (!text.empty()) text += '/';
      for (std::size_t i = 0; i < row.size();) {
        const std::size_t piece = std::min(row.find_first_not_of('.', i), row.size());
        if (piece > i) text += std::to_string(piece - i);
        if (piece < row.size()) text += row[piece];
        i = piece + 1;
      }
    }
    return text + ' ' + side;
  }

 private:
  std::vector<std::string> rows_;
};

}  // namespace

std::vector<std::string> rare_positions(const Parameters& parameters) {
  const int size = parameters.size, middle = size / 2;
  std::vector<std::string> texts;
  if (size < 7) return texts;  // no room
  const auto board = [&] { return Drawing(size); };
  // One attacker far away, since their last one cannot be captured without ending the game.
  const auto with_king = [&] {
    return board().put('k', {{middle, middle}}).put('a', {{middle, size - 1}});
  };
  for (const auto& [side, other] : {std::pair('a', 'd'), std::pair('d', 'a')}) {
    // The mover comes down beside the two on the edge.
    texts.push_back(with_king()
                        .put(other, {{middle - 1, 0}, {middle, 0}})
                        .put(side, {{middle - 2, 0}, {middle - 1, 1}, {middle, 1}})
                        .put(side, {{middle + 1, 2}})
                        .position_text(side));
    texts.push_back(with_king()
                        .put(other, {{1, 0}, {2, 0}})
                        .put(side, {{1, 1}, {2, 1}, {3, 2}})
                        .position_text(side));
  }
  // The king among three attackers; the fourth comes from above.
  const int rank = middle - 1;
  texts.push_back(board()
                      .put('k', {{2, rank}})
                      .put('a', {{1, rank}, {3, rank}, {2, rank - 1}, {2, rank + 2}})
                      .position_text('a'));
  // The king before an edge, and on it beside a corner.
  for (const auto& cell : {std::pair(middle, 1), std::pair(0, 1)}) {
    texts.push_back(board().put('k', {cell}).put('a', {{1, size - 1}}).position_text('d'));
  }
  // The king on the edge has a free cell beside him, and the wall lacks the man above that cell.
  texts.push_back(board()
                      .put('k', {{middle, 0}})
                      .put('d', {{middle - 1, 0}, {middle, 1}, {middle + 2, 0}, {middle + 1, 3}})
                      .put('a', {{1, size - 1}})
                      .position_text('d'));
  // A ring two steps around the king, open on the right.
  texts.push_back(with_king()
                      .put('a', {{middle, middle + 2}, {middle, middle - 2}, {middle - 2, middle}})
                      .put('a', {{middle + 1, middle + 1}, {middle + 1, middle - 1}})
                      .put('a', {{middle - 1, middle + 1}, {middle - 1, middle - 1}})
                      .put('a', {{middle + 3, middle}})
                      .position_text('a'));
  return texts;
}

}  // namespace tavlab::tafl
