#pragma once

#include <cstdint>
#include <span>

#include "core/game_state.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// Plays events on a state, from where it is.
template <Game G>
void play_events(GameState<G>& state, std::span<const GameEvent> events) {
  for (const GameEvent& event : events) {
    if (event.chance) {
      state.play_chance(static_cast<std::uint8_t>(event.word));
    } else {
      state.play(G::Move::from_word(event.word));
    }
  }
}

}  // namespace tavlab
