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
  /// Without rules (if this program cannot play those of a store) games have no coverage.
  explicit Coverage(const std::optional<RuleSet>& rules);

  /// nullopt for unfinished games, and for moves that these rules do not allow.
  [[nodiscard]] std::optional<double> of(const GameRecord& game) const;

 private:
  std::function<double(std::string_view moves)> of_moves_;
};

}  // namespace tavlab
