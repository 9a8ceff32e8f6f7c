#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "serve/game/position_view.h"

// Small positions that show what rules mean. They are made by playing under the rules, so they are
// right for every rule set, changed ones too.
namespace tavlab::serve {

struct Example {
  enum class Kind : std::uint8_t {
    piece,    ///< all moves of one kind of piece, on a board as empty as the rules allow
    capture,  ///< a move that captures
    again,    ///< a move after which the same player has another turn
    ending    ///< a move that ends the game
  };

  Kind kind = Kind::piece;
  std::string position;  ///< before the move, as text
  /// The occupied squares, each with its pieces from the bottom up: indices into Picture::looks.
  std::vector<std::pair<std::string, std::vector<std::uint8_t>>> pieces;
  std::size_t look = 0;         ///< of the moving piece
  std::vector<MoveView> moves;  ///< of that piece; one but for `piece`
  /// Of a capture: the captured pieces stay on the board, under the one that took them.
  bool into_tower = false;
  /// Of a capture: it takes several pieces that stand side by side, as a shieldwall does.
  bool side_by_side = false;
  /// Of a capture by a single piece: the special squares beside the captured one. Of another turn:
  /// those where the piece comes to.
  std::vector<std::string> marks;
  Result result = Result::unfinished;  ///< after an ending
  std::string reason;                  ///< of an ending
};

/// Examples of all kinds, their texts in English: pieces in the order of the picture's looks, then
/// captures, other turns and endings. These are found by random games with a fixed seed and in
/// RarePositions, and pieces are then taken off the board as long as the move does the same; what
/// none of them comes near is missing. Takes some tenths of a second.
std::vector<Example> examples_of(const RuleSet& rule_set);

}  // namespace tavlab::serve
