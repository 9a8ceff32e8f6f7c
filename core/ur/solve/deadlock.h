#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/ur/position.h"

namespace tavlab::ur {

/// Whether pieces can stand so that neither side can move, whatever is rolled.
struct DeadlockProof {
  std::optional<Position> position;  ///< such a position, if there is one
  std::uint64_t nodes = 0;           ///< partial placements searched
};

/// Searches all placements of the pieces of the rules, in hand, on the board and home, square by
/// square. What a square contributes to the possible moves depends only on the pieces on it
/// (Rules::Square), and a move between two squares is possible whatever stands on the others: so a
/// partial placement that allows a move is pruned. Of the stacks on a square with the same
/// contribution, those with the fewest pieces are enough if all pieces must be home for a win. The
/// position need not be reachable in a game.
DeadlockProof find_deadlock(const Rules& rules);

}  // namespace tavlab::ur
