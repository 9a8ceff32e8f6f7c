#pragma once

#include <concepts>

#include "core/game.h"
#include "core/game_state.h"

namespace tavlab {

/// Whether the family can say cheaply that a side threatens to win: an optional extra of the Game
/// concept, `G::threatens(rules, position, side)`, which may miss rare kinds of wins.
template <typename G>
concept TellsThreats = requires(const typename G::Rules& rules,
                                const typename G::Position& position) {
  { G::threatens(rules, position, Side::first) } -> std::convertible_to<bool>;
};

/// A move that wins at once for the side to move, or no move. Families that tell threats answer
/// most positions without generating moves; for the others every move is tried. `moves` is scratch.
template <Game G>
typename G::Move winning_move(const GameState<G>& state, MoveList<G>& moves) {
  using Move = typename G::Move;
  if constexpr (TellsThreats<G>) {
    if (!G::threatens(state.rules(), state.position(), state.to_move())) return Move{};
  }
  moves.clear();
  G::generate(state.rules(), state.position(), moves);
  for (const Move move : moves) {
    if (G::wins_at_once(state.rules(), state.position(), move) && state.allowed(move)) return move;
  }
  return Move{};
}

/// Whether the side to move can win at once, with the same reservation.
template <Game G>
bool can_win(const GameState<G>& state, MoveList<G>& moves) {
  if constexpr (TellsThreats<G>) {
    return G::threatens(state.rules(), state.position(), state.to_move());
  } else {
    return winning_move(state, moves) != typename G::Move{};
  }
}

}  // namespace tavlab
