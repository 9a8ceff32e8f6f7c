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

/// How the game ends for a side to move that has no legal move; Ending::none where its turn passes.
template <int Words>
std::pair<Ending, Result> stuck_end(const Rules<Words>& rules, const Position<Words>& position);

/// Sets the node kind of a position whose game goes on. Where the side to move has no legal move,
/// ends the game or passes the turn.
template <int Words>
void start_turn(const Rules<Words>& rules, Position<Words>& position);

/// Ends the game where `mover`, by the move just made, encircled the defenders, completed an exit
/// fort or used up the limit of the king's side.
template <int Words>
void end_by_special_rules(const Rules<Words>& rules, Position<Words>& position, Side mover);

}  // namespace tavlab::tafl
