#pragma once

#include <array>
#include <cstdint>

#include "core/game_state.h"

namespace tavlab {

/// Plays uniformly random moves, and lets chance fall by its probabilities, until the game is over
/// or `max_plies` moves have been made since the state's last reset. Returns the result, unfinished
/// if cut off. Nothing is allocated once the state's history has grown.
template <Game G>
Result play_randomly(GameState<G>& state, Random& random, int max_plies) {
  for (;;) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return state.result();
      case NodeKind::chance:
        state.play_random_chance(random);
        break;
      case NodeKind::decision:
        if (state.plies() >= max_plies) return Result::unfinished;
        state.play(state.random_move(random));
        break;
    }
  }
}

/// The same, adding the number of legal moves at each decision to `legal_moves`.
template <Game G>
Result play_randomly_counting(GameState<G>& state, Random& random, int max_plies,
                              std::uint64_t& legal_moves) {
  for (;;) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return state.result();
      case NodeKind::chance:
        state.play_random_chance(random);
        break;
      case NodeKind::decision:
        if (state.plies() >= max_plies) return Result::unfinished;
        legal_moves += state.count_legal_moves();
        state.play(state.random_move(random));
        break;
    }
  }
}

/// The seed of game `number` of a run of random games.
constexpr std::uint64_t playout_seed(std::uint64_t seed, std::uint64_t rules_hash,
                                     std::uint64_t number) {
  return derive_seed({seed, rules_hash, hash_text("playout"), number});
}

}  // namespace tavlab
