#pragma once

#include "core/game.h"
#include "core/game_state.h"

namespace tavlab {

/// A move that wins at once for the side to move, or no move. Families that detect threats answer
/// for most positions without generating moves; otherwise every move is tried. `moves` is scratch.
template <Game G>
typename G::Move winning_move(const GameState<G>& state, MoveList<G>& moves) {
  using Move = typename G::Move;
  if constexpr (G::capabilities.threats) {
    if (!G::threatens(state.rules(), state.position(), state.to_move())) return Move{};
  }
  moves.clear();
  G::generate(state.rules(), state.position(), moves);
  for (const Move move : moves) {
    if (G::wins_at_once(state.rules(), state.position(), move) && state.allowed(move)) return move;
  }
  return Move{};
}

/// Whether the side to move can win at once. As above, `moves` is scratch.
template <Game G>
bool can_win(const GameState<G>& state, MoveList<G>& moves) {
  if constexpr (G::capabilities.threats) {
    if (!state.restricted()) return G::threatens(state.rules(), state.position(), state.to_move());
  }
  return winning_move(state, moves) != typename G::Move{};
}

}  // namespace tavlab
