#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Measures how much of the board games use: the share of its squares on which a piece ever stood.
/// Games are played again for it, by the squares that their moves go by (G::move_squares).
class Coverage {
 public:
  /// Without rules, those of a store that this program cannot play, games have none.
  explicit Coverage(const std::optional<RuleSet>& rules);

  /// Nothing for games that are not finished, nor for moves that these rules do not allow.
  [[nodiscard]] std::optional<double> of(const GameRecord& game) const;

 private:
  std::function<double(std::string_view moves)> of_moves_;
};

}  // namespace tavlab
