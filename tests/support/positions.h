#pragma once

#include "core/game_state.h"
#include "core/random.h"

namespace tavlab {

/// Plays at random until a side has a choice: dice may leave none at first.
template <Game G>
void play_to_a_choice(GameState<G>& state, Random& random) {
  while (state.node_kind() != NodeKind::decision || state.count_legal_moves() < 2) {
    if (state.node_kind() == NodeKind::chance) {
      state.play_random_chance(random);
    } else {
      state.play(state.random_move(random));
    }
  }
}

}  // namespace tavlab
