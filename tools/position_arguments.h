#pragma once

#include <string>

#include "core/error.h"
#include "core/game_text.h"
#include "tools/cli.h"

namespace tavlab::cli {

/// `--position` and `--moves`: where a command starts. Unlike a position, moves provide a history,
/// over which repetitions count.
struct PositionArguments {
  std::string position;
  std::string moves;

  void add_to(App& app) {
    add_position_option(app, position);
    app.add_option("--moves", moves,
                   "Moves and rolls played from there, separated by spaces; repetitions count over "
                   "them");
  }

  /// The game after the moves; `watch` is called for each (core/game_text.h). Throws UserError
  /// naming the illegal ply.
  template <Game G, typename Watch = NoWatch>
  [[nodiscard]] GameState<G> state(const typename G::Rules& rules, Watch&& watch = {}) const {
    GameState<G> game(rules, position_or_start<G>(rules, position));
    play_moves(game, watch);
    return game;
  }

  /// Plays the moves in a game that is at the position.
  template <Game G, typename Watch = NoWatch>
  void play_moves(GameState<G>& game, Watch&& watch = {}) const {
    try {
      play_text(game, moves, watch);
    } catch (const UserError& error) {
      throw UserError(std::string("--moves: ") + error.what());
    }
  }
};

}  // namespace tavlab::cli
