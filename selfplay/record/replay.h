#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"

namespace tavlab {

/// Replays, from a state, a record's game (GameRecord::moves: moves and rolls, separated by
/// spaces). Calls `before(state, move)` before each move, and `before_roll(state, roll)` before
/// each roll. Throws UserError for an illegal move or roll: the record was made by other rules.
template <Game G, typename Before, typename BeforeRoll>
GameState<G> replay(GameState<G> state, std::string_view words, Before&& before,
                    BeforeRoll&& before_roll) {
  const typename G::Rules& rules = state.rules();
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (state.over()) {
      throw UserError("move '" + std::string(word) + "': the game is already over");
    }
    if (state.node_kind() == NodeKind::chance) {
      const std::uint8_t roll = G::parse_chance(rules, state.position(), word);
      before_roll(static_cast<const GameState<G>&>(state), roll);
      state.play_chance(roll);
      continue;
    }
    const typename G::Move move = G::parse_move(rules, state.position(), word);
    before(static_cast<const GameState<G>&>(state), move);
    state.play(move);
  }
  return state;
}

template <Game G, typename Before>
GameState<G> replay(GameState<G> state, std::string_view words, Before&& before) {
  return replay<G>(std::move(state), words, before, [](const GameState<G>&, std::uint8_t) {});
}

/// The same from the start of the rules.
template <Game G, typename Before>
GameState<G> replay(const typename G::Rules& rules, std::string_view words, Before&& before) {
  return replay(GameState<G>(rules), words, before);
}

}  // namespace tavlab
