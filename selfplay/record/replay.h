#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"

namespace tavlab {

/// Replays, from a state, a record's game (GameRecord::moves: moves and rolls, separated by
/// spaces). Calls `before(state, move)` before each move. Throws UserError for an illegal move or
/// roll: the record was made by other rules.
template <Game G, typename Before>
GameState<G> replay(GameState<G> state, std::string_view words, Before&& before) {
  const typename G::Rules& rules = state.rules();
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (state.over()) {
      throw UserError("move '" + std::string(word) + "': the game is already over");
    }
    if (state.node_kind() == NodeKind::chance) {
      state.play_chance(G::parse_chance(rules, state.position(), word));
      continue;
    }
    const typename G::Move move = G::parse_move(rules, state.position(), word);
    before(static_cast<const GameState<G>&>(state), move);
    state.play(move);
  }
  return state;
}

/// The same from the start of the rules.
template <Game G, typename Before>
GameState<G> replay(const typename G::Rules& rules, std::string_view words, Before&& before) {
  return replay(GameState<G>(rules), words, before);
}

}  // namespace tavlab
