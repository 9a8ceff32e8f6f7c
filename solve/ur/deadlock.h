#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/ur/position.h"

namespace tavlab::ur {

/// Whether pieces can stand so that neither side can move, whatever is rolled.
struct DeadlockProof {
  std::optional<Position> position;  ///< such a position; none: there is none
  std::uint64_t nodes = 0;           ///< placements of some squares that were looked at
};

/// Looks through all placements of the pieces of the rules, in hand, on the board and home, square
/// by square. The part that a square has in what moves there are depends on the pieces on it alone
/// (Rules::Square), and the moves that two squares allow are there whatever stands on the others:
/// so a placement of some squares that allows one is left with all that follow from it. Of the
/// stacks on a square that have the same part, those with the fewest pieces are enough if all
/// pieces must be home for a win. Whether a game can lead to the position is another question.
DeadlockProof find_deadlock(const Rules& rules);

}  // namespace tavlab::ur
