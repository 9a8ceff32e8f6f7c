#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Measures how much of the board a game uses: the share of squares on which a piece ever stood.
/// Replays the game, by the squares that its moves touch (G::move_squares).
class Coverage {
 public:
  /// Without rules (of a store that this program cannot play) games have none.
  explicit Coverage(const std::optional<RuleSet>& rules);

  /// Nothing for unfinished games, nor for moves that these rules do not allow.
  [[nodiscard]] std::optional<double> of(const GameRecord& game) const;

 private:
  std::function<double(std::string_view moves)> of_moves_;
};

}  // namespace tavlab
