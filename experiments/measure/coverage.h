#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/text/board_text.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Measures how much of the board games use: the share of its squares on which a piece ever stood.
///
/// From the start position and the moves as records write them, whose part behind the first '-' is
/// where a piece goes. Castling ("0-0", "0-0-0") goes to the squares of chess.
class Coverage {
 public:
  /// `position` is the start position's text. A text that draws no board gives no coverage.
  explicit Coverage(std::string_view position);

  /// Nothing for games that are not finished.
  [[nodiscard]] std::optional<double> of(const GameRecord& game) const;

 private:
  std::optional<BoardText> board_;
  std::vector<bool> start_;  ///< by square: whether something stands there
  std::size_t squares_ = 0;  ///< of the board
};

}  // namespace tavlab
