#pragma once

#include "core/game.h"
#include "selfplay/alphabeta/move_order.h"

namespace tavlab {

/// Whether the family lists forcing moves faster than by scoring all moves.
template <Game G>
inline constexpr bool kListsForcingMoves = G::capabilities.forcing_list ||
                                           (G::capabilities.capture_list &&
                                            !G::capabilities.move_order_score);

/// Lists the moves with a move ordering score of at least `least` (1 or 2), in the order of
/// `generate`.
template <Game G>
void list_forcing_moves(const typename G::Rules& rules, const typename G::Position& position,
                        [[maybe_unused]] int least,
                        MoveList<G>& moves) requires(kListsForcingMoves<G>) {
  if constexpr (G::capabilities.forcing_list) {
    G::generate_forcing(rules, position, least, moves);
  } else {
    G::generate_captures(rules, position, moves);
  }
}

}  // namespace tavlab
