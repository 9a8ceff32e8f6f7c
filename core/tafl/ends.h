#pragma once

#include <utility>

#include "core/tafl/position.h"

namespace tavlab::tafl {

template <int Words>
inline void end_game(Position<Words>& p, Ending ending, Result result) {
  p.ending = ending;
  p.result = result;
  p.node = NodeKind::terminal;
}

template <int Words>
inline void pass_turn(const Rules<Words>& rules, Position<Words>& p) {
  p.side = other(p.side);
  p.hash ^= rules.side_key;
}

/// How the game ends if the side to move has no legal move; Ending::none if its turn passes.
template <int Words>
std::pair<Ending, Result> stuck_end(const Rules<Words>& rules, const Position<Words>& position);

/// Sets the node kind of a position that is not over. If the side to move has no legal move, ends
/// the game or passes the turn.
template <int Words>
void start_turn(const Rules<Words>& rules, Position<Words>& position);

/// Ends the game if the last move, by `mover`, encircled the defenders, completed an exit fort or
/// reached the move limit of the king's side.
template <int Words>
void end_by_special_rules(const Rules<Words>& rules, Position<Words>& position, Side mover);

}  // namespace tavlab::tafl
