#pragma once

#include <string>
#include <vector>

#include "selfplay/record/game_file.h"
#include "selfplay/record/recorded_game.h"
#include "serve/api/request.h"
#include "serve/game/served_game.h"

// A game with its variations, as the page keeps it: every move has its place after another one.
namespace tavlab::serve {

struct TreeMove {
  std::string move;
  int parent = -1;               ///< an earlier one of the list; -1: it begins the game
  std::string comment = {};      ///< after it
  std::string before = {};       ///< before it
  std::vector<int> glyphs = {};  ///< as GameFile::Word::glyphs
};

/// Of the moves after the same one, the first continues the game; the others begin variations.
struct GameTree {
  std::string comment;  ///< before the first move
  std::vector<TreeMove> moves;
};

GameTree tree_of(const RecordedGame& game);

/// Its lines. What is said before a move that begins no variation is added to what is said after
/// the one before it.
void add_lines(const GameTree& tree, GameFile& file);

/// A tree as played from the game's present position: moves as the family writes them, the same
/// move only once after another one, and nothing that is illegal.
struct PlayedTree {
  GameTree tree;
  std::string problem;  ///< why the first move that is left out is illegal; may be empty
};
PlayedTree played_tree(ServedGame& game, const GameTree& tree);

/// The other way, from a request: `tree`, or else `moves` and `comments`. Throws UserError.
GameTree tree_field(const Json& request);
Json tree_json(const GameTree& tree);

}  // namespace tavlab::serve
