#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/picture.h"
#include "core/position_fields.h"
#include "core/side.h"

// What the browser is told of a position and of a search: texts and numbers, whatever the family.
namespace tavlab::serve {

/// A legal move, or one that was played.
struct MoveView {
  std::string text;
  std::vector<std::string> squares;   ///< as G::move_squares; an empty name is off the board
  std::vector<std::string> captured;  ///< names of the squares whose pieces it captures
};

struct ThrowView {
  std::string text;
  double probability;
};

struct PlayedView {
  MoveView move;  ///< of a throw only the text
  Side side;      ///< who moved or rolled
  bool thrown;
  /// The captured pieces as they were, as numbers of Picture::looks; none where they stay on the
  /// board, in towers.
  std::vector<std::size_t> taken = {};
};

struct PositionView {
  std::string position;               ///< as text
  std::string start;                  ///< the position in which the game began
  std::vector<PositionField> fields;  ///< parts of `position` that people may set
  int plies = 0;
  int occurrences = 1;
  NodeKind node = NodeKind::decision;
  Side to_move = Side::first;               ///< or to roll
  std::array<std::string, 2> players;       ///< as the family calls them in English
  std::array<std::string, 2> player_names;  ///< in the language of the game, as the texts below
  std::array<int, 2> pieces;
  /// In a race the squares of each player's path, in order.
  std::array<std::vector<std::string>, 2> paths;
  std::string check;  ///< the family's word for a threat to win at once, if there is one
  Result result = Result::unfinished;
  std::string result_text;
  std::string reason;
  Picture picture;
  std::vector<MoveView> moves;    ///< legal ones, at a decision
  std::vector<ThrowView> throws;  ///< possible ones, before a throw
  std::vector<PlayedView> played;
};

/// The legal move with this text, or null.
inline const MoveView* find_move(const PositionView& view, std::string_view text) {
  const auto found = std::ranges::find(view.moves, text, &MoveView::text);
  return found == view.moves.end() ? nullptr : &*found;
}

/// A search so far; scores are expected scores of player 0.
struct SearchView {
  struct Candidate {
    std::string move;
    std::uint64_t visits;
    std::optional<double> value;
    std::optional<double> policy;
    std::string proven;  ///< the result with best play; empty: not proven
  };

  /// One of the best moves with those expected after it.
  struct Line {
    std::optional<double> value;
    std::string proven;
    std::vector<std::string> moves;
  };

  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0.0;
  std::optional<double> value;
  std::optional<std::array<double, 3>> wdl;
  std::string proven;
  std::vector<std::string> line;
  std::vector<Line> lines;  ///< of the best few moves, best first, if the search knows them
  std::string best;         ///< once the search has ended
  std::vector<Candidate> candidates;  ///< then, best first
};

/// What is certain of a position, by a table or a proof.
struct ExactView {
  struct Value {
    std::optional<double> score;  ///< of player 0; empty: not known
    std::string result;           ///< with best play; empty if it depends on throws
    int plies = 0;                ///< until then; 0: not known
  };
  struct Move {
    std::string text;
    Value value;  ///< after it
  };
  struct Throw {
    std::string text;
    double probability;
    std::optional<double> value;
  };

  std::string source;  ///< "table" or "proof"
  Value position;
  std::vector<Move> moves;    ///< at a decision, in the family's order
  std::vector<Throw> throws;  ///< before a throw
  bool repetition = false;    ///< rules on repetition, which do not count here, could change it
};

}  // namespace tavlab::serve
