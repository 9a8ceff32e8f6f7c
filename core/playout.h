#pragma once

#include <cstdint>
#include <utility>

#include "core/game_state.h"

namespace tavlab {

/// Plays uniformly random moves, and lets chance fall by its probabilities, until the game is over
/// or `max_plies` moves have been made since the state's last reset. Returns the result, unfinished
/// if cut off. Calls `at_decision(state)` before each move. Nothing is allocated once the state's
/// history has grown.
template <Game G, typename AtDecision>
Result play_randomly(GameState<G>& state, Random& random, int max_plies, AtDecision&& at_decision) {
  for (;;) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return state.result();
      case NodeKind::chance:
        state.play_random_chance(random);
        break;
      case NodeKind::decision:
        if (state.plies() >= max_plies) return Result::unfinished;
        at_decision(std::as_const(state));
        state.play(state.random_move(random));
        break;
    }
  }
}

template <Game G>
Result play_randomly(GameState<G>& state, Random& random, int max_plies) {
  return play_randomly(state, random, max_plies, [](const GameState<G>&) {});
}

/// The seed of game `number` of a run of random games.
constexpr std::uint64_t playout_seed(std::uint64_t seed, std::uint64_t rules_hash,
                                     std::uint64_t number) {
  return derive_seed({seed, rules_hash, hash_text("playout"), number});
}

}  // namespace tavlab
